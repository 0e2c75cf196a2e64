import { CONCERNS } from '../../../shared/concerns.ts'
import type { Status } from '../../../shared/contract/status.ts'
import { entryOf, labelOf } from '../../../shared/labels.ts'
import { formatInstant } from '../../core/formats.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { PartPanel } from './PartPanel.tsx'

type Concern = Status['concerns'][number]

const COLUMNS: readonly Column<Concern>[] = [
  {
    header: 'Needs a look',
    cell: ({ kind, detail, source }) => (
      <div>
        <RowText kind="name">{entryOf<{ title: string }>(CONCERNS, kind)?.title ?? labelOf(kind)}</RowText>
        {detail && <RowText kind="detail">{detail}</RowText>}
        {source && <RowText kind="detail">{source}</RowText>}
      </div>
    ),
  },
  { header: 'Since', cell: ({ since }) => formatInstant(since) },
]

/** Tells when the last sign of life was heard. */
function lifeText(life: Status['heartbeat']): string {
  if (!life) return 'No signs of life are given: Settings, Alerts.'
  const heard =
    life.heard_at === null
      ? 'No sign of life was heard yet.'
      : `A sign of life was heard ${formatInstant(life.heard_at)}.`
  return life.failure === null ? heard : `${heard} The last one was not heard. ${life.failure}`
}

/** Lists all that is wrong now, as any of the processes sees it. */
export function ConcernsPanel({ concerns, heartbeat }: Pick<Status, 'concerns' | 'heartbeat'>) {
  return (
    <PartPanel title="Concerns" note={lifeText(heartbeat)}>
      {concerns.length > 0 ? (
        <DataTable
          caption="Concerns"
          columns={COLUMNS}
          rows={concerns}
          rowKey={({ kind, source }) => `${kind} ${source}`}
        />
      ) : (
        <Text size="sm">Nothing is wrong.</Text>
      )}
    </PartPanel>
  )
}
