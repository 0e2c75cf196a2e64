import { useQuery } from '@tanstack/react-query'
import type { RuleSet } from '../../../shared/contract/eligibility-rules.ts'
import { CONDITIONS, labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { RowText } from '../../ui/RowText.tsx'
import { inForceQuery, ruleSetQuery, ruleSetsQuery, useRuleSetChanges } from './api.ts'
import { ruleDialogs } from './dialogs.ts'
import { holdsInstead, minimumText, placeText, RULE_SET } from './rules.ts'

export { ruleNeeds as needs } from './api.ts'

const RuleSetForm = later(ruleDialogs.add)

const columnsOf = (sets: readonly RuleSet[]): Column<RuleSet>[] => [
  { header: 'Holds for', cell: (set) => <strong dir="auto">{placeText(set)}</strong> },
  ...CONDITIONS.map(
    (condition): Column<RuleSet> => ({
      header: labelOf(condition),
      end: true,
      cell: (set) => {
        const instead = holdsInstead(set, condition, sets)
        return (
          <div>
            {minimumText(set[condition], set.department !== null)}
            {instead !== undefined && <RowText kind="detail">{instead}% holds instead</RowText>}
          </div>
        )
      },
    }),
  ),
]

/** Lists what the examination requires: of the college, of batches, and of stricter departments. */
export function RuleSetsPage() {
  const writes = can(useRoles(), 'eligibility:write-rules')
  RuleSetForm.useWhenIdle(writes)
  const filters = useFilters()
  const inForce = useQuery(inForceQuery)
  const list = useListPage({
    kind: RULE_SET,
    filters,
    query: ruleSetsQuery(filters.page),
    nameOf: placeText,
    remove: useRuleSetChanges().remove,
  })
  const actions = actionsColumn<RuleSet>((set) => (
    <RowActions of={placeText(set)} edit remove onAction={(action) => list.act(action, set)} />
  ))
  const tableOf = (sets: readonly RuleSet[]) => ({
    caption: 'Rule sets',
    columns: writes ? [...columnsOf(sets), actions] : columnsOf(sets),
    rows: sets,
    rowKey: ({ id }: RuleSet) => id,
  })
  const holds = inForce.data
  return (
    <Page title="Eligibility Rules" actions={writes && <AddButton onClick={() => list.dialog.open('add')} />}>
      <Text size="sm" c="dimmed">
        The rules of a batch take the place of the college’s for that batch. A department may ask for more, and not for
        less. Without rules of a batch those of the college hold; without these too, its minimum of attendance and the
        whole logbook.
      </Text>
      {holds && holds.rule.id === null && (
        <Text role="status">
          {`While the college has no rules of its own: attendance ${minimumText(holds.attendance)}, logbook ${minimumText(holds.logbook)}.`}
        </Text>
      )}
      <PagedList
        list={list}
        skeleton={<DataTable {...tableOf([])} loading />}
        empty={
          <Prompt title="No rules yet" text="Write down what the examination requires of a batch or of the college." />
        }
      >
        {({ data }) => <DataTable {...tableOf(data)} />}
      </PagedList>
      <RecordDialog
        kind={RULE_SET}
        dialog={list.dialog}
        query={ruleSetQuery}
        edits={writes}
        form={(opening) => <RuleSetForm {...opening} />}
      />
    </Page>
  )
}
