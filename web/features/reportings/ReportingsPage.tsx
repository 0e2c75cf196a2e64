import { IconArchive, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { figure } from '../../../shared/labels.ts'
import { can, hasAnyRole } from '../../../shared/permissions.ts'
import { mayReport } from '../../../shared/policies/reportings.ts'
import { useRoles } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text, Title } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { addressOf, pageName, type ReportList, reportQuery, reportsQuery, useReportChanges } from './api.ts'
import { dialogs } from './dialogs.ts'
import { ReportsFilterPanel } from './ReportsFilterPanel.tsx'
import { ReportsTable } from './ReportsTable.tsx'
import { caseName, isReporterOnly, REPORT } from './rules.ts'

export { needs } from './api.ts'

const ReportForm = later(dialogs.add)
const ReportPanel = later(dialogs.view)
const WithdrawnModal = later(dialogs.withdrawn)

const FIRST_PAGES = { assigned_page: undefined, reported_page: undefined, other_page: undefined }
const NO_FILTER = {
  q: undefined,
  status: undefined,
  severity: undefined,
  category: undefined,
  turn: undefined,
  ...FIRST_PAGES,
}

/** Prepares a list of the screen, with its own page number in the address. */
function useReports(name: ReportList, isShown: boolean) {
  const filters = useFilters()
  const { remove } = useReportChanges()
  const page = filters.id(pageName(name)) ?? 1
  return useListPage({
    kind: REPORT,
    filters: { turnTo: (to) => filters.set({ [pageName(name)]: to === 1 ? undefined : to }, { staysInPlace: true }) },
    query: reportsQuery(isShown ? name : undefined, addressOf(filters), page),
    nameOf: caseName,
    remove: async (input) => {
      try {
        return await remove(input)
      } catch (error) {
        toast.error('Failed to delete report')
        throw error
      }
    },
  })
}

/** Returns the sum of all lists of the screen, or undefined until every list is there. */
const sumOf = (totals: readonly (number | undefined)[]): number | undefined =>
  totals.includes(undefined) ? undefined : totals.reduce<number>((all, total) => all + (total ?? 0), 0)

/** Returns "12 results" over all lists of the screen, or nothing until every list is there. */
function countText(sum: number | undefined): string {
  if (sum === undefined) return '\u00a0'
  return sum === 1 ? '1 result' : `${figure(sum)} results`
}

const narrows = ({ q, status, severity, category, turn }: ReturnType<typeof addressOf>) =>
  Boolean(q || status || severity || category || turn)

/** Says where the list of others' reports stands: first where the person has no other, or it would be far down. */
function placeOfOthers({ others, found, isAsked }: { others: number; found: number | undefined; isAsked: boolean }) {
  if (others > 0 && found === others) return 'first'
  return isAsked || others > 0 ? 'last' : undefined
}

interface OwnParts {
  assigned: ReactNode
  reported: ReactNode
  totals: [number | undefined, number | undefined]
}

/** Puts an empty part below the one with reports, which it would push down. */
function ownParts({ assigned, reported, totals: [ofAssigned, ofReported] }: OwnParts): ReactNode {
  const isEmptyLast = ofAssigned === 0 && (ofReported ?? 0) > 0
  return (
    <>
      {!isEmptyLast && assigned}
      {reported}
      {isEmptyLast && assigned}
    </>
  )
}

export function ReportingsPage() {
  const roles = useRoles()
  const creates = can(roles, 'reportings:create')
  const handles = !isReporterOnly(roles)
  const oversees = can(roles, 'reportings:oversee')
  const isAbout = !handles && hasAnyRole(roles, ['student'])
  const filters = useFilters()
  const filter = addressOf(filters)
  const isFiltered = narrows(filter)

  const assigned = useReports('assigned', handles)
  const reported = useReports('reported', true)
  const other = useReports('other', true)
  const { modal, open, close } = reported.dialog
  const total = (list: typeof other) => list.query.data?.meta.total
  const others = total(other) ?? 0

  ReportPanel.useWhenIdle()
  ReportForm.useWhenIdle(creates)

  const choose = (changes: Record<string, string | undefined>) => filters.set({ ...changes, ...FIRST_PAGES })
  const clear = () => filters.set(NO_FILTER)

  const found = sumOf([...(handles ? [total(assigned)] : []), total(reported), total(other)])

  const empty = (
    <Prompt
      isPart
      title="No reports found"
      text={creates || isFiltered ? undefined : 'You are shown the reports that you have a part in.'}
    />
  )
  // The first list offers the way back for all lists.
  const firstEmpty =
    isFiltered && found === 0 ? <NothingFound isPart title="No reports found" of="reports" onShowAll={clear} /> : empty

  const section = (title: string, list: typeof other, changes: boolean, isFirst = false) => (
    <Stack component="section" gap="xs" aria-label={title}>
      <Title order={2} size="h4">
        {title}
      </Title>
      <PagedList
        list={list}
        of={title}
        skeleton={<ReportsTable caption={title} reports={[]} changes={changes} loading onAction={list.act} />}
        empty={isFirst ? firstEmpty : empty}
      >
        {({ data }) => <ReportsTable caption={title} reports={data} changes={changes} onAction={list.act} />}
      </PagedList>
    </Stack>
  )

  const ofOthers = section(isAbout ? 'Reports About You' : 'Other Reports', other, true)
  const place = placeOfOthers({ others, found, isAsked: oversees || other.query.isError })
  const own = ownParts({
    assigned: handles && section('Reports Assigned to You', assigned, false, true),
    reported: section('My Reports', reported, true, !handles),
    totals: [total(assigned), total(reported)],
  })

  return (
    <Page
      title="Reports Dashboard"
      actions={
        <>
          {creates && (
            <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
              New Report
            </Button>
          )}
          {can(roles, 'reportings:read-withdrawn') && (
            <Button
              variant="default"
              leftSection={<IconArchive size={16} aria-hidden />}
              onClick={() => open('withdrawn')}
            >
              Withdrawn Reports
            </Button>
          )}
        </>
      }
    >
      <Group justify="space-between" gap="0 16px">
        <Text c="dimmed">View assigned reports and manage your submitted reports</Text>
        <Text size="sm" c="dimmed" role="status">
          {countText(found)}
        </Text>
      </Group>
      <ReportsFilterPanel handles={handles} filter={filter} isFiltered={isFiltered} onChoose={choose} onClear={clear} />
      {place === 'first' && ofOthers}
      {own}
      {place === 'last' && ofOthers}
      <RecordDialog
        kind={REPORT}
        dialog={reported.dialog}
        query={reportQuery}
        size="xl"
        adds={creates}
        edits={can(roles, 'reportings:change')}
        isEditable={(report): report is typeof report => mayReport('edit', report)}
        nameOf={caseName}
        form={(opening) => <ReportForm {...opening} short={!handles} />}
        view={(report) => <ReportPanel report={report} onOpen={open} />}
      />
      {modal === 'withdrawn' && can(roles, 'reportings:read-withdrawn') && <WithdrawnModal onClose={close} />}
    </Page>
  )
}
