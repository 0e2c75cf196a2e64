import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { counted } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Group, Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { DOT } from '../../ui/texts.ts'
import { toSignQuery } from './api.ts'
import { entryText, feedbackProblem, PLAIN_SIGNATURE, performanceName } from './rules.ts'
import { SignatureFields } from './SignatureFields.tsx'
import { useSigning } from './sent.api.ts'
import { signatures } from './signatures.ts'
import classes from './ToSignPanel.module.css'

interface Props {
  onOpen: (modal: string, id: number) => void
}

/** Lists what waits for the own signature, of one student if told; what is ticked is signed at once. */
export function ToSignPanel({ studentId, onOpen }: Props & { studentId: number | undefined }) {
  const { set } = useFilters()
  const query = useQuery(toSignQuery(studentId))
  const waiting = signatures
    .useEntries()
    .flatMap(({ body, state }) => (state === 'waiting' && 'ids' in body ? body.ids : []))
  return (
    <ListState query={query} skeleton={<Skeleton height={240} />}>
      {({ data, meta }) => {
        const entries = data.filter(({ id }) => !waiting.includes(id))
        const all = studentId !== undefined && (
          <Button variant="subtle" onClick={() => set({ student_id: undefined })}>
            Show those of all students
          </Button>
        )
        return entries.length === 0 ? (
          <Prompt
            title="Nothing to sign"
            text="Performances that name you as supervisor stand here until you sign them."
            action={all || undefined}
          />
        ) : (
          <>
            {all}
            <SignList key={studentId} entries={entries} more={meta.total - data.length} onOpen={onOpen} />
          </>
        )
      }}
    </ListState>
  )
}

function SignList({ entries, more, onOpen }: Props & { entries: readonly LogEntry[]; more: number }) {
  const [ticked, setTicked] = useState<ReadonlySet<number>>(new Set())
  const [signature, setSignature] = useState(PLAIN_SIGNATURE)
  const chosen = entries.filter(({ id }) => ticked.has(id))
  const signing = useSigning(() => setTicked(new Set()))
  const tick = (id: number) => {
    const next = new Set(ticked)
    if (!next.delete(id)) next.add(id)
    setTicked(next)
  }
  const problem = feedbackProblem(signature, chosen.length)
  const isAll = chosen.length === entries.length
  const sign = () =>
    signing.mutate({
      students: [...new Set(chosen.map(({ student }) => student.name))].join(', '),
      count: chosen.length,
      body: {
        ids: chosen.map(({ id }) => id),
        seen: chosen.map(({ id, updated_at }) => ({ id, updated_at })),
        ...signature,
      },
    })

  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="xs">
        <Checkbox
          label={`Choose all ${entries.length}`}
          checked={isAll}
          onChange={() => setTicked(isAll ? new Set() : new Set(entries.map(({ id }) => id)))}
        />
        <Text size="sm" c="dimmed" role="status">
          {counted(entries.length + more, 'performance')} to sign
          {more > 0 && `, the longest waiting ${entries.length} here`}
        </Text>
      </Group>
      <ul className={classes.list}>
        {entries.map((entry) => (
          <li key={entry.id} className={classes.entry} data-ticked={ticked.has(entry.id) || undefined}>
            {/* All of it ticks, so that a finger hits it. */}
            <label className={classes.press} htmlFor={`sign-${entry.id}`}>
              <Checkbox
                id={`sign-${entry.id}`}
                aria-label={`Sign ${entry.student.name}: ${performanceName(entry)}`}
                checked={ticked.has(entry.id)}
                onChange={() => tick(entry.id)}
              />
              <EntryWords entry={entry} student={entry.student} />
            </label>
            <Button
              variant="subtle"
              size="sm"
              aria-label={`Return ${entry.student.name}: ${performanceName(entry)}`}
              onClick={() => onOpen('return', entry.id)}
            >
              Return
            </Button>
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        {signing.error && <Problem text={messageOf(signing.error)} />}
        <SignatureFields value={signature} problem={problem} onChange={setSignature} />
        <Button fullWidth disabled={chosen.length === 0 || problem !== undefined || signing.isPending} onClick={sign}>
          {signText(signing.isPending, chosen.length)}
        </Button>
      </div>
    </Stack>
  )
}

/** Says what the button that signs would do. */
export const signText = (isPending: boolean, count: number) =>
  isPending ? 'Signing...' : count === 0 ? 'Sign' : `Sign ${counted(count, 'performance')}`

/** Tells what, when and where, and who unless that is told of all. */
export function EntryWords({ entry, student }: { entry: LogEntry; student?: LogEntry['student'] }) {
  const { skill, is_late, reflection } = entry
  return (
    <div className={classes.words}>
      <Text fw={600} dir="auto">
        {skill.name}
      </Text>
      {student && (
        <Text size="sm">
          <StudentName student={student} />
          {student.roll_no && (
            <>
              {DOT}
              <span className={classes.roll}>{student.roll_no}</span>
            </>
          )}
        </Text>
      )}
      <Text size="sm" c="dimmed">
        {entryText(entry, skill, is_late)}
      </Text>
      {reflection && (
        <Text size="sm" dir="auto" className={classes.reflection}>
          {reflection}
        </Text>
      )}
    </div>
  )
}
