import { IconTableImport } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { can, hasAnyRole } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { academicDepartmentsQuery, batchChoicesQuery } from '../../core/start.ts'
import { ListState } from '../../layout/ListState.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { GroupListPanel } from '../../parts/GroupListPanel.tsx'
import { useGroupFilters } from '../../parts/group-filters.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { AddButton } from '../../ui/AddButton.tsx'
import { later } from '../../ui/later.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { AssessmentPanel } from './AssessmentPanel.tsx'
import { AssessmentsList } from './AssessmentsList.tsx'
import classes from './AssessmentsPage.module.css'
import { assessmentQuery, assessmentsQuery, groupMembersQuery, useAssessmentChanges } from './api.ts'
import { BegunMarksPanel } from './BegunMarksPanel.tsx'
import { dialogs } from './dialogs.ts'
import { begunIds, useBegunMarks } from './drafts.ts'
import { ASSESSMENT, ASSESSMENTS_SHOWN, type AssessmentChoices, addressOf, statusesFor, TABS } from './rules.ts'
import { StudentsList } from './StudentsList.tsx'

export { needs } from './api.ts'

const AssessmentForm = later(async () => (await import('./AssessmentForm.tsx')).AssessmentForm)

/** Marks are given by staff alone, so this code is loaded when the screen is idle. */
const MarksModal = later(dialogs.results)

const NO_CHOICE = {
  title: 'Select All Required Fields',
  text: 'Please select department, batch, and group to fetch assessments',
}
const NO_GROUP = {
  title: 'Select Group',
  text: 'Please select a group to fetch its students and assessments',
}
const unchosenOf = ({ department_id, batch_id }: AssessmentChoices) =>
  department_id !== undefined && batch_id !== undefined ? NO_GROUP : NO_CHOICE
const NOT_FETCHED = { title: 'Nothing fetched yet', text: 'Press the button above to see what this group has.' }
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
  const departments = useQuery(academicDepartmentsQuery)
  const batches = useQuery(batchChoicesQuery)

  MarksModal.useWhenIdle(oversees)
  AssessmentForm.useWhenIdle(writes)

  const { own } = filters
  const { place, tab } = at
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
  const assessments = () => (
    <AssessmentsList
      list={list}
      narrowed={at.only !== undefined}
      begun={begunHere.assessment}
      onAdd={() => open('add')}
    />
  )

  return (
    <Page
      title="Assessments"
      actions={
        <>
          {writes && initial && <AddButton onClick={() => open('add')} />}
          {isStudent && <ScreenButton to="/my-results">My Results</ScreenButton>}
          {marks && initial && (
            <ScreenButton to="/assessment/import" icon={IconTableImport}>
              Import past results
            </ScreenButton>
          )}
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
      <GroupListPanel
        filters={filters}
        at={at}
        statuses={statusesFor(roles)}
        show={marks && { blank: 'All assessments of a group', options: ASSESSMENTS_SHOWN }}
        query={tab === 'students' ? members : list.query}
        title="Assessments"
        unchosen={unchosenOf(place)}
        unfetched={NOT_FETCHED}
        waits={!initial}
      >
        {() =>
          at.only || !seesStudents ? (
            assessments()
          ) : (
            <Tabs
              label="Students and assessments"
              tabs={TABS.map((value) => ({ value, label: TAB_LABELS[value] }))}
              value={tab}
              onChange={(value) => filters.choose({ tab: value === 'students' ? undefined : value })}
            >
              <div className={classes.results}>
                {tab === 'students' ? (
                  <StudentsList members={members} begun={begunHere.student} open={open} onPage={filters.turnTo} />
                ) : (
                  assessments()
                )}
              </div>
            </Tabs>
          )
        }
      </GroupListPanel>
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
