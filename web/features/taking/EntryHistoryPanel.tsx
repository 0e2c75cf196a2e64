import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { EntryChange } from '../../../shared/contract/attendance.ts'
import { formatInstant } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { DOT } from '../../ui/texts.ts'
import { entryHistoryQuery } from './api.ts'
import { statusWord } from './register.rules.ts'

const CHANGES_SHOWN = 100

/** Lists the changes of a taken session's entries, with people and times; read when opened. */
export function EntryHistoryPanel({ sessionId }: { sessionId: number }) {
  const [opened, setOpened] = useState(false)
  const query = useQuery({ ...entryHistoryQuery(sessionId, CHANGES_SHOWN), enabled: opened })
  return (
    <Disclosure title="History" icon={IconHistory} opened={opened} onToggle={() => setOpened(!opened)}>
      {opened && (
        <ListState
          query={query}
          skeleton={<Skeleton height={60} />}
          isEmpty={({ data }) => data.length === 0}
          empty={<Text c="dimmed">No marks changed since the attendance was taken.</Text>}
        >
          {({ data, meta }) => (
            <Stack gap="xs">
              {data.map((change) => (
                <Change key={change.id} change={change} />
              ))}
              {meta.total > data.length && (
                <Text size="sm" c="dimmed">
                  Only the newest {data.length} of {meta.total} changes are shown.
                </Text>
              )}
            </Stack>
          )}
        </ListState>
      )}
    </Disclosure>
  )
}

function Change({ change: { at, actor, student, status, remarks } }: { change: EntryChange }) {
  return (
    <div>
      <Text size="sm" c="dimmed">
        {formatInstant(at)}
        {DOT}
        {actor ? <PersonName name={actor.name} /> : 'System'}
      </Text>
      <Text size="sm">
        {student.roll_no} <StudentName student={student} />
        {status && `: ${statusWord(status.from)} → ${statusWord(status.to)}`}
      </Text>
      {remarks && (
        <Text size="sm">
          Remarks: <bdi>{remarks.from ?? '—'}</bdi> → <bdi>{remarks.to ?? '—'}</bdi>
        </Text>
      )}
    </div>
  )
}
