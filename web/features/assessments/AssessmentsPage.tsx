import { Button, Group, Text } from '@mantine/core'
import { useCallbackRef } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { can, hasAnyRole } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { withDialogs } from '../../core/needs.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import { OpenFilters } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenLink } from '../../layout/ScreenLink.tsx'
import { GroupFilterPanel } from '../../parts/GroupFilterPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { later } from '../../ui/later.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PHONE } from '../../ui/theme.ts'
import { AssessmentForm } from './AssessmentForm.tsx'
import { AssessmentPanel } from './AssessmentPanel.tsx'
import classes from './AssessmentsPage.module.css'
import { AssessmentsTable } from './AssessmentsTable.tsx'
import { assessmentQuery, assessmentsQuery, needs as calls, groupMembersQuery, useAssessmentChanges } from './api.ts'
import { BegunMarksPanel } from './BegunMarksPanel.tsx'
import { begunIds, useBegunMarks } from './drafts.ts'
import { ASSESSMENT, ASSESSMENTS_SHOWN, addressOf, statusesFor, TABS } from './rules.ts'
import { StudentsTable } from './StudentsTable.tsx'

/** Only for staff: loaded once the screen is idle. */
const MarksModal = later(async () => (await import('./MarksModal.tsx')).MarksModal)

export const needs = withDialogs(calls, { results: MarksModal, mark: MarksModal })

const TAB_LABELS = { students: 'Students', assessments: 'Assessments' }

export function AssessmentsPage() {
  const roles = useRoles()
  const writes = can(roles, 'assessments:write')
  const marks = can(roles, 'results:write')
  const oversees = can(roles, 'results:oversee')
  const seesStudents = can(roles, 'groups:read-students')
  const isStudent = hasAnyRole(roles, ['student'])
  const filters = useGroupFilters()
  const at = addressOf(filters)
  const [filtersOpened, setFiltersOpened] = useState(false)
  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)

  useEffect(() => {
    if (oversees) MarksModal.loadWhenIdle()
  }, [oversees])

  const { own } = filters
  const { place, isComplete, fetched, only, tab } = at
  const { group_id } = place
  const initial = !own.loading && departments.data !== undefined && batches.data !== undefined
  const list = useListPage({
    kind: ASSESSMENT,
    filters,
    query: assessmentsQuery(own.loading ? undefined : at.filter, filters.page),
    nameOf: ({ name }) => name,
    remove: useAssessmentChanges().remove,
  })
  const { modal, id, open, close } = list.dialog
  const [begun, reload] = useBegunMarks(modal)
  const begunHere = useMemo(
    () => ({ assessment: begunIds(begun, 'assessment', group_id), student: begunIds(begun, 'student', group_id) }),
    [begun, group_id],
  )
  const members = useQuery(groupMembersQuery(at.studentsOf, filters.page))
  const busy = tab === 'students' ? members.isFetching : list.query.isFetching
  const onMark = useCallbackRef((studentId: number) => open('mark', studentId))

  function fetchAssessments(): void {
    if (fetched || only) void (tab === 'students' ? members : list.query).refetch()
    else filters.setFetched()
    // On a phone the open filters fill the screen; closed they still name the fetched list.
    if (matchMedia(PHONE).matches) setFiltersOpened(false)
  }

  const assessments = () => (
    <PagedList
      list={list}
      skeleton={<AssessmentsTable assessments={[]} loading roles={roles} onAction={list.act} />}
      empty={
        <Prompt
          title="No assessments found"
          action={!only && writes && <Button onClick={() => open('add')}>Add the first assessment</Button>}
        />
      }
    >
      {({ data, meta }) => (
        <AssessmentsTable
          assessments={data}
          begun={begunHere.assessment}
          ofSeveral={only && meta.total}
          roles={roles}
          onAction={list.act}
        />
      )}
    </PagedList>
  )

  const students = () => (
    <ListState
      query={members}
      skeleton={<StudentsTable students={[]} loading onMark={undefined} />}
      isEmpty={({ meta }) => meta.total === 0}
      empty={<Prompt title="No Students Found" text="This group has no active students." />}
    >
      {({ data, meta }) => (
        <>
          <Group justify="space-between" gap="xs">
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 student' : `${meta.total} students`}
            </Text>
            {oversees && (
              <Button variant="default" size="sm" onClick={() => open('totals')}>
                Weighted Totals
              </Button>
            )}
          </Group>
          <StudentsTable students={data} begun={begunHere.student} onMark={marks ? onMark : undefined} />
          <PagesRow meta={meta} onPage={filters.turnTo} />
        </>
      )}
    </ListState>
  )

  function found() {
    if (only) return assessments()
    if (!isComplete && !filters.isComing) {
      const onlyGroup = place.department_id !== undefined && place.batch_id !== undefined
      return (
        <Prompt
          title={onlyGroup ? 'Select Group' : 'Select All Required Fields'}
          text={
            onlyGroup
              ? 'Please select a group to fetch its students and assessments'
              : 'Please select department, batch, and group to fetch assessments'
          }
          action={<OpenFilters opened={filtersOpened} onOpen={() => setFiltersOpened(true)} />}
        />
      )
    }
    if (!fetched && !own.loading)
      return <Prompt title="Nothing fetched yet" text="Press the button above to see what this group has." />
    if (!seesStudents) return assessments()
    return (
      <Tabs
        label="Students and assessments"
        tabs={TABS.map((value) => ({ value, label: TAB_LABELS[value] }))}
        value={tab}
        onChange={(value) => filters.choose({ tab: value === 'students' ? undefined : value })}
      >
        <div className={classes.results}>{tab === 'students' ? students() : assessments()}</div>
      </Tabs>
    )
  }

  return (
    <Page
      title="Assessments"
      actions={
        <>
          {isStudent && (
            <Button component={ScreenLink} to="/my-results" variant="default">
              My Results
            </Button>
          )}
          {writes && initial && <AddButton onClick={() => open('add')} />}
        </>
      }
    >
      {marks && modal === undefined && <BegunMarksPanel begun={begun} onDiscarded={reload} />}
      {/* The filters with these choices are closed at first. */}
      {departments.error && (
        <ListState query={departments} skeleton={null}>
          {() => null}
        </ListState>
      )}
      {batches.error && (
        <ListState query={batches} skeleton={null}>
          {() => null}
        </ListState>
      )}
      <GroupFilterPanel
        opened={filtersOpened}
        onToggle={() => setFiltersOpened(!filtersOpened)}
        filters={filters}
        statuses={statusesFor(roles)}
        status={at.status}
        anyStatus="All statuses"
        optional={only !== undefined}
        {...(marks && {
          show: {
            blank: 'All assessments of a group',
            options: ASSESSMENTS_SHOWN,
            value: only ?? '',
            onChange: filters.chooseOnly,
          },
        })}
      />
      <Button
        className={classes.fetch}
        disabled={(!isComplete && !only) || !initial || busy}
        onClick={fetchAssessments}
      >
        {busy ? 'Fetching...' : 'Fetch Assessments'}
      </Button>
      <div className={classes.results}>{found()}</div>
      <RecordDialog
        kind={ASSESSMENT}
        dialog={list.dialog}
        query={assessmentQuery}
        failure="Failed to load assessment data"
        adds={writes && initial}
        edits={writes}
        form={(opening) => <AssessmentForm {...opening} chosen={place} />}
        view={(assessment) => <AssessmentPanel assessment={assessment} />}
      />
      {(modal === 'results' || modal === 'mark') && marks && (
        <MarksModal modal={modal} id={id} groupId={group_id} onClose={close} />
      )}
      {(modal === 'summary' || modal === 'totals') && oversees && (
        <MarksModal modal={modal} id={id} groupId={group_id} onClose={close} />
      )}
    </Page>
  )
}
