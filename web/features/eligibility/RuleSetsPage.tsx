import { useQuery } from '@tanstack/react-query'
import type { RuleSet } from '../../../shared/contract/eligibility-rules.ts'
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
import { inForceQuery, ruleSetQuery, ruleSetsQuery, useRuleSetChanges } from './api.ts'
import { ruleDialogs } from './dialogs.ts'
import { minimumText, placeText, RULE_SET } from './rules.ts'

export { ruleNeeds as needs } from './api.ts'

const RuleSetForm = later(ruleDialogs.add)

const COLUMNS: readonly Column<RuleSet>[] = [
  { header: 'Holds for', cell: (set) => <strong dir="auto">{placeText(set)}</strong> },
  { header: 'Attendance', end: true, cell: (set) => minimumText(set.attendance, set.department !== null) },
  { header: 'Logbook', end: true, cell: (set) => minimumText(set.logbook, set.department !== null) },
  { header: 'Assessments', end: true, cell: (set) => minimumText(set.assessments, set.department !== null) },
  { header: 'Tasks', end: true, cell: (set) => minimumText(set.tasks, set.department !== null) },
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
  const columns = writes ? [...COLUMNS, actions] : COLUMNS
  const table = { caption: 'Rule sets', columns, rowKey: ({ id }: RuleSet) => id }
  const holds = inForce.data
  return (
    <Page title="Eligibility Rules" actions={writes && <AddButton onClick={() => list.dialog.open('add')} />}>
      <Text size="sm" c="dimmed">
        The rules of a batch take the place of the college’s for that batch. A department may ask for more, and not for
        less.
      </Text>
      {holds && holds.rule.id === null && (
        <Text role="status">
          {`While the college has no rules of its own: attendance ${minimumText(holds.attendance)}, logbook ${minimumText(holds.logbook)}.`}
        </Text>
      )}
      <PagedList
        list={list}
        skeleton={<DataTable {...table} rows={[]} loading />}
        empty={
          <Prompt title="No rules yet" text="Write down what the examination requires of a batch or of the college." />
        }
      >
        {({ data }) => <DataTable {...table} rows={data} />}
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
