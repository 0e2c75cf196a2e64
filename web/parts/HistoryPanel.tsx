import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type AuditEntity, type AuditRow, audit } from '../../shared/contract/audit.ts'
import { labelOf, roleWord } from '../../shared/labels.ts'
import type { PageSize } from '../../shared/limits.ts'
import { can } from '../../shared/permissions.ts'
import { formatInstant } from '../core/formats.ts'
import { useRoles } from '../core/login.ts'
import { queryOf } from '../core/queries.ts'
import { ListState } from '../layout/ListState.tsx'
import { Disclosure } from '../ui/Disclosure.tsx'
import { Skeleton, Stack, Text } from '../ui/elements.tsx'
import { PersonName } from '../ui/PersonName.tsx'
import { DOT } from '../ui/texts.ts'
import classes from './HistoryPanel.module.css'

const HISTORY_ROWS: PageSize = 50

/** A file in the trail. */
const isFile = (value: object): value is { name: string; sha256: string } => 'name' in value && 'sha256' in value

function valueText(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–'
  if (Array.isArray(value) && value.length > 0) return value.map(valueText).join(', ')
  if (typeof value !== 'object') return String(value)
  return isFile(value) ? `${value.name} (SHA-256 ${value.sha256})` : JSON.stringify(value)
}

/** Writes a value of a field; the roles that are given, taken and told, as people say them. */
const fieldText = (field: string, value: unknown) =>
  typeof value === 'string' && /^roles?$/.test(field)
    ? valueText(value.split(', ').map(roleWord).join(', '))
    : valueText(value)

/** Lists the changes of a record with their authors, for readers of the audit trail; loaded when opened. */
export function HistoryPanel({ entity, id }: { entity: AuditEntity; id: number }) {
  const [opened, setOpened] = useState(false)
  const allowed = can(useRoles(), 'audit:read')
  const query = useQuery({
    ...queryOf(audit.list, { query: { entity, entity_id: id, per_page: HISTORY_ROWS } }, { staleTime: 0 }),
    enabled: allowed && opened,
  })
  if (!allowed) return null
  return (
    <section className={classes.history}>
      <Disclosure title="History" icon={IconHistory} opened={opened} onToggle={() => setOpened(!opened)}>
        {opened && (
          <ListState
            query={query}
            skeleton={<Skeleton height={60} />}
            isEmpty={({ data }) => data.length === 0}
            empty={<Text c="dimmed">No changes recorded.</Text>}
          >
            {({ data, meta }) => (
              <Stack component="ol" gap="xs" className={classes.rows}>
                {data.map((row) => (
                  <HistoryRow key={row.id} row={row} />
                ))}
                {meta.total > data.length && (
                  <Text component="li" size="sm" c="dimmed">
                    Only the newest {data.length} of {meta.total} changes are shown.
                  </Text>
                )}
              </Stack>
            )}
          </ListState>
        )}
      </Disclosure>
    </section>
  )
}

/** Each value keeps to its own direction: two Urdu ones beside each other would change places. */
function HistoryRow({ row }: { row: AuditRow }) {
  return (
    <li>
      <Text size="sm" fw={600} component="span">
        {labelOf(row.action.replaceAll('-', '_'))}
      </Text>{' '}
      <Text size="sm" c="dimmed" component="span">
        {formatInstant(row.at)}
        {DOT}
        {row.actor ? <PersonName name={row.actor.name} /> : 'System'}
      </Text>
      {Object.entries(row.changes).map(([field, [before, after]]) => (
        <Text key={field} size="sm">
          {labelOf(field)}: <bdi>{fieldText(field, before)}</bdi> → <bdi>{fieldText(field, after)}</bdi>
        </Text>
      ))}
    </li>
  )
}
