import { IconClipboardText } from '@tabler/icons-react'
import { type ChangeEvent, useEffect, useMemo, useRef, useState } from 'react'
import type { GroupCandidate } from '../../../shared/contract/groups.ts'
import { counted } from '../../../shared/labels.ts'
import { foundByRoll, namedOf } from '../../parts/roll-numbers.ts'
import { Button } from '../../ui/buttons.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { TextArea } from '../../ui/fields.tsx'
import classes from './GroupStudents.module.css'
import { isFree, isMember } from './rules.ts'

interface Props {
  groupId: number
  batchName: string
  students: readonly GroupCandidate[]
  checked: ReadonlySet<number>
  onFound: (students: readonly GroupCandidate[]) => void
}

/** Selects students by roll numbers from a spreadsheet, and names those that are not in the list. */
export function RollNumbersPanel({ groupId, batchName, students, checked, onFound }: Props) {
  const [opened, setOpened] = useState(false)
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const field = useRef<HTMLTextAreaElement>(null)
  useEffect(() => {
    if (opened) field.current?.focus()
  }, [opened])
  const outcome = useRef<HTMLDivElement>(null)
  // On a phone the buttons of the dialog would cover it.
  useEffect(() => {
    if (asked !== '') outcome.current?.scrollIntoView({ block: 'nearest' })
  }, [asked])

  function select(pasted: string): void {
    setAsked(pasted)
    const { found } = foundByRoll(students, pasted)
    if (found.length > 0) onFound(found)
  }

  function change({ currentTarget, nativeEvent }: ChangeEvent<HTMLTextAreaElement>): void {
    setText(currentTarget.value)
    // A paste is a whole list; typed numbers are not complete before the button is pressed.
    if ((nativeEvent as InputEvent).inputType === 'insertFromPaste') select(currentTarget.value)
  }

  return (
    <Disclosure
      title="Paste roll numbers"
      icon={IconClipboardText}
      opened={opened}
      onToggle={() => setOpened((is) => !is)}
    >
      {opened && (
        <Stack gap="sm">
          <TextArea
            ref={field}
            label="Roll numbers"
            description="As copied from a spreadsheet. Those in the list are selected; nothing is saved before Save Changes."
            autoComplete="off"
            spellCheck={false}
            className={classes.pasted}
            value={text}
            onChange={change}
          />
          <Group gap="sm" align="flex-start">
            <Button variant="default" className={classes.thumb} onClick={() => select(text)}>
              Select these
            </Button>
            <div ref={outcome} role="status" className={classes.outcome}>
              <Outcome {...{ groupId, batchName, students, checked, asked }} />
            </div>
          </Group>
        </Stack>
      )}
    </Disclosure>
  )
}

/** Tells how many of the roll numbers were found, and why the others are not selected. */
function Outcome({ groupId, batchName, students, checked, asked }: Omit<Props, 'onFound'> & { asked: string }) {
  const { found, missing } = useMemo(() => foundByRoll(students, asked), [students, asked])
  const all = found.length + missing.length
  if (all === 0) return null
  const selected = found.filter(({ id }) => checked.has(id))
  const left = found.filter((student) => !isFree(student, groupId, checked.has(student.id)))
  const moving = selected.filter((student) => student.group && !isMember(student, groupId))
  const reasons = [
    [`Not in ${batchName}`, missing],
    ['Left the college, so cannot join', left.map(({ roll_no }) => roll_no)],
    [
      'Already in another group, from which they move',
      moving.map(({ roll_no, group }) => `${roll_no} (${group?.name})`),
    ],
  ] as const
  return (
    <>
      <Text size="sm" fw={600}>
        {`${found.length} of ${counted(all, 'roll number')} found, ${selected.length} selected`}
      </Text>
      {reasons.map(
        ([reason, rolls]) =>
          rolls.length > 0 && (
            <Text key={reason} size="sm">
              {`${reason}: ${namedOf(rolls)}`}
            </Text>
          ),
      )}
    </>
  )
}
