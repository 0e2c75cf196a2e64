import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { labelOf, wordOf } from '../../../shared/labels.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { ownFieldListQuery, ownFieldQuery, useOwnFieldChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { ENTITY_WORDS, OWN_FIELD, ruledText, SEEN_WORDS } from './rules.ts'

export { needs } from './api.ts'

const OwnFieldForm = later(dialogs.add)

const COLUMNS: readonly Column<OwnField>[] = [
  {
    header: 'Name',
    cell: (field) => (
      <div>
        <strong>
          <bdi>{field.name}</bdi>
        </strong>
        {ruledText(field) && <RowText kind="detail">{ruledText(field)}</RowText>}
      </div>
    ),
  },
  {
    header: 'Kept of',
    cell: ({ entity }) => <span style={{ whiteSpace: 'nowrap' }}>{wordOf(ENTITY_WORDS, entity)}</span>,
  },
  { header: 'Kind', cell: ({ kind }) => labelOf(kind) },
  { header: 'Shown to', cell: ({ seen_by }) => wordOf(SEEN_WORDS, seen_by) },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
]

/** Lists the fields that the college has added to its students and staff, in the order of the forms. */
export function OwnFieldsPage() {
  OwnFieldForm.useWhenIdle(true)
  const filters = useFilters()
  const { remove, update } = useOwnFieldChanges()
  const list = useListPage({
    kind: OWN_FIELD,
    filters,
    query: ownFieldListQuery(filters.page),
    nameOf: ({ name }) => name,
    remove,
  })
  const move = (row: OwnField, by: 1 | -1) =>
    list.change(row, {
      run: ({ id, position, updated_at }) => update({ params: { id }, body: { position: position + by, updated_at } }),
      done: 'The order has changed.',
    })
  const rows = list.query.data?.data ?? []
  const isLast = (row: OwnField) =>
    !rows.some(({ entity, position }) => entity === row.entity && position > row.position)
  const actions = actionsColumn<OwnField>((row) => (
    <RowActions of={row.name} edit remove onAction={(action) => list.act(action, row)}>
      {row.position > 1 && (
        <IconAction label={`Move up ${row.name}`} icon={IconArrowUp} onClick={() => move(row, -1)} once />
      )}
      {!isLast(row) && (
        <IconAction label={`Move down ${row.name}`} icon={IconArrowDown} onClick={() => move(row, 1)} once />
      )}
    </RowActions>
  ))
  const table = { caption: 'Own fields', columns: [...COLUMNS, actions], rowKey: ({ id }: OwnField) => id }
  return (
    <Page title="Own Fields" actions={<AddButton onClick={() => list.dialog.open('add')} />}>
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={
          <Prompt
            title="No own fields yet"
            text="Add what the college keeps of students or staff beside the usual, such as the father’s name or a CNIC."
          />
        }
      >
        {({ data }) => <DataTable {...table} rows={data} />}
      </PagedList>
      <RecordDialog
        kind={OWN_FIELD}
        dialog={list.dialog}
        query={ownFieldQuery}
        edits
        form={(opening) => <OwnFieldForm {...opening} />}
      />
    </Page>
  )
}
