import { IconUserPause } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { Mover, Promotion } from '../../../shared/contract/batches.ts'
import { foundIn } from '../../../shared/folding.ts'
import { counted } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { messageOf } from '../../core/api-error.ts'
import { useRoles } from '../../core/login.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import { ListState } from '../../layout/ListState.tsx'
import { foundByRoll, namedOf } from '../../parts/roll-numbers.ts'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { FieldGroup, TextArea } from '../../ui/fields.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { recordOptions, SelectField } from '../../ui/SelectField.tsx'
import { notEligibleQuery } from '../eligibility/api.ts'
import { moversQuery } from './api.ts'
import classes from './HeldBackFields.module.css'
import type { HeldBack } from './rules.ts'

interface Props {
  promotion: Promotion
  held: HeldBack
  disabled: boolean
  onChange: (held: HeldBack) => void
}

/** Chooses the students who do not move on, and their batch. */
export function HeldBackFields({ promotion, held, disabled, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  const movers = useQuery({ ...moversQuery(promotion.batch_id), enabled: opened })
  return (
    <Disclosure
      title={`Held back (${held.ids.size})`}
      icon={IconUserPause}
      opened={opened}
      onToggle={() => setOpened((is) => !is)}
    >
      {opened && (
        <ListState query={movers} skeleton={<Text c="dimmed">Loading...</Text>}>
          {(students) => (
            <fieldset disabled={disabled} className={classes.fields}>
              <MoversList batchId={promotion.batch_id} movers={students} held={held} onChange={onChange} />
              <JuniorBatch promotion={promotion} held={held} onChange={onChange} />
            </fieldset>
          )}
        </ListState>
      )}
    </Disclosure>
  )
}

interface ListProps extends Pick<Props, 'held' | 'onChange'> {
  batchId: number
  movers: readonly Mover[]
}

function MoversList({ batchId, movers, held, onChange }: ListProps) {
  const readsEligibility = can(useRoles(), 'eligibility:read')
  const [words, setWords] = useState('')
  const found = useMemo(() => foundIn(movers, words, ({ name, roll_no }) => [name, roll_no]), [movers, words])

  function hold(students: readonly Mover[], isHeld: boolean): void {
    const ids = new Set(held.ids)
    for (const { id } of students) isHeld ? ids.add(id) : ids.delete(id)
    onChange({ ...held, ids })
  }

  return (
    <Stack
      gap="sm"
      onKeyDown={(event) => {
        // Enter in the search or on a student must not promote.
        if (event.key === 'Enter' && event.target instanceof HTMLInputElement) event.preventDefault()
      }}
    >
      {readsEligibility && (
        <NotEligible batchId={batchId} movers={movers} onFound={(students) => hold(students, true)} />
      )}
      <PastedRolls movers={movers} onFound={(students) => hold(students, true)} />
      <SearchField label="Find who is held back" placeholder="Name or roll number" value={words} onChange={setWords} />
      <FieldGroup role="group" label="Held back">
        <div className={classes.list}>
          {found.map((student) => (
            <Checkbox
              key={student.id}
              line
              label={[student.name, student.roll_no].filter(Boolean).join(' · ')}
              checked={held.ids.has(student.id)}
              onChange={(event) => hold([student], event.currentTarget.checked)}
            />
          ))}
          {found.length === 0 && <Text c="dimmed">Nobody is found.</Text>}
        </div>
      </FieldGroup>
    </Stack>
  )
}

interface EligibleProps extends PastedProps {
  batchId: number
}

/** Holds back who is not eligible for the examination: a beginning, changed by hand afterwards. */
function NotEligible({ batchId, movers, onFound }: EligibleProps) {
  const query = useQuery({ ...notEligibleQuery(batchId), enabled: false })
  const { data, error, isFetching, refetch } = query
  const of = (rows: readonly { student_id: number }[]) => {
    const ids = new Set(rows.map(({ student_id }) => student_id))
    return movers.filter(({ id }) => ids.has(id))
  }

  async function select(): Promise<void> {
    const { data: rows } = await refetch()
    if (rows) onFound(of(rows))
  }

  return (
    <Stack gap="xs" align="flex-start">
      <Button variant="default" size="xs" disabled={isFetching} onClick={select}>
        {isFetching ? 'Loading...' : 'Tick those not eligible'}
      </Button>
      <div role="status">
        {data && (
          <Text size="sm">
            {of(data).length === 0
              ? 'Nobody who would move on is out of reach of what the examination requires.'
              : `${counted(of(data).length, 'student')} ticked, who cannot reach what the examination requires.`}
          </Text>
        )}
      </div>
      {error && <Problem text={messageOf(error)} />}
    </Stack>
  )
}

interface PastedProps {
  movers: readonly Mover[]
  onFound: (students: readonly Mover[]) => void
}

/** Takes roll numbers from a spreadsheet, and names those of nobody in the list. */
function PastedRolls({ movers, onFound }: PastedProps) {
  const [text, setText] = useState('')
  const [asked, setAsked] = useState('')
  const { found, missing } = useMemo(() => foundByRoll(movers, asked), [movers, asked])

  function select(): void {
    setAsked(text)
    onFound(foundByRoll(movers, text).found)
  }

  return (
    <Stack gap="xs" align="flex-start">
      <TextArea
        label="Roll numbers of who is held back"
        description="As copied from a spreadsheet. Nothing is saved before the batch moves on."
        autoComplete="off"
        spellCheck={false}
        className={classes.pasted}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button variant="default" size="xs" onClick={select}>
        Hold these back
      </Button>
      <div role="status">
        {found.length + missing.length > 0 && (
          <Text size="sm">
            {found.length} of {counted(found.length + missing.length, 'roll number')} found.
          </Text>
        )}
        {missing.length > 0 && <Text size="sm">Not among the active students who move on: {namedOf(missing)}</Text>}
      </div>
    </Stack>
  )
}

/** Chooses the batch of the former year to which those who are held back move. */
function JuniorBatch({ promotion: { batch_id, from }, held, onChange }: Omit<Props, 'disabled'>) {
  const batches = useQuery(batchChoicesQuery)
  const offered = (batches.data ?? []).filter(
    ({ id, current_year, status }) => id !== batch_id && status === 'active' && current_year === from,
  )
  return (
    <SelectField
      label="Who is held back moves to"
      description={`An active batch of the ${from}. Their groups of this batch end.`}
      blank="Nowhere: they stay in this batch"
      options={recordOptions(offered)}
      source={batches}
      value={held.batch}
      onChange={(event) => onChange({ ...held, batch: event.currentTarget.value })}
    />
  )
}
