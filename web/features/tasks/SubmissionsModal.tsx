import { useQuery } from '@tanstack/react-query'
import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { RosterRow } from '../../../shared/contract/submissions.ts'
import { can } from '../../../shared/permissions.ts'
import { waitsForMarks } from '../../../shared/policies/submissions.ts'
import { dropDraft } from '../../core/drafts.ts'
import { useRoles } from '../../core/login.ts'
import { useOpenForm } from '../../core/sign-in-again.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { type LeaveGuards, useLeaveGuards } from '../../ui/leave-guard.ts'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { DOT } from '../../ui/texts.ts'
import { rosterQuery, taskQuery, useGrading, useRefreshTasks } from './api.ts'
import { type RosterFilter, rosterCounts, rosterShown, SHOWN, ungradedOf } from './grading.rules.ts'
import { gradeDraftKey } from './grading.ts'
import { RosterFields } from './RosterFields.tsx'
import { SubmissionRow } from './SubmissionRow.tsx'
import classes from './SubmissionsModal.module.css'
import { WorkPanel } from './WorkPanel.tsx'
import { useIsBeside, type Work, worksOf } from './work-beside.ts'

interface Props {
  taskId: number
  onClose: () => void
}

/** Lists the students of a task with their submissions and marks, and the students without a submission. */
export function SubmissionsModal({ taskId, onClose }: Props) {
  const roster = useQuery(rosterQuery(taskId))
  const task = useQuery(taskQuery(taskId))
  const unsaved = useRef(new Set<number>())
  const refreshTasks = useRefreshTasks()
  useOpenForm()

  const guards = useLeaveGuards({
    isDirty: () => {
      // A click elsewhere saves the field that loses the focus.
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
      return unsaved.current.size > 0
    },
    abandon: () => {
      for (const id of unsaved.current) dropDraft(gradeDraftKey(id))
      unsaved.current.clear()
    },
  })

  // The counts of the list behind are read when grading is done, not after each mark.
  useEffect(() => () => void refreshTasks(), [refreshTasks])

  const onUnsaved = useCallback((id: number, is: boolean) => {
    if (is) unsaved.current.add(id)
    else unsaved.current.delete(id)
  }, [])

  const isBeside = useIsBeside()
  return (
    <Modal
      title="View Student Submissions"
      thing={task.data?.name}
      size={isBeside ? 'wide' : 'xl'}
      onClose={onClose}
      footer={<CloseFooter onClose={onClose} />}
    >
      <ListState
        query={roster}
        failure="Failed to load student submissions. Please try again."
        skeleton={<RosterSkeleton />}
      >
        {(rows) => <Roster taskId={taskId} rows={rows} guards={guards} onUnsaved={onUnsaved} />}
      </ListState>
    </Modal>
  )
}

const RosterSkeleton = () => (
  <Stack aria-busy="true">
    <Skeleton height={36} />
    <Skeleton height={72} />
    <Skeleton height={72} />
    <Skeleton height={72} />
  </Stack>
)

interface RosterProps {
  taskId: number
  rows: readonly RosterRow[]
  guards: LeaveGuards
  onUnsaved: (id: number, unsaved: boolean) => void
}

function Roster({ taskId, rows, guards, onUnsaved }: RosterProps) {
  const roles = useRoles()
  const canGrade = can(roles, 'submissions:grade')
  const withHistory = can(roles, 'audit:read')
  const grading = useGrading(taskId)
  const list = useRef<HTMLUListElement>(null)
  const filters = useFilters()
  // A list of ungraded work opens with the ungraded students.
  const asked = filters.text('only') === '' ? filters.text('show') : 'not_graded'
  const [shown, setShown] = useState<RosterFilter>(SHOWN.find((one) => one === asked) ?? 'all')
  const [ungraded, setUngraded] = useState(() => ungradedOf(rows))
  const [search, setSearch] = useState('')
  const words = useDeferredValue(search)
  const visible = useMemo(() => rosterShown(rows, shown, words, ungraded), [rows, shown, words, ungraded])
  const counts = rosterCounts(rows)
  const isBeside = useIsBeside()
  const [at, setAt] = useState<number>()
  const [checklist, setChecklist] = useState<number>()

  function choose(one: RosterFilter): void {
    setUngraded(ungradedOf(rows))
    setShown(one)
  }

  const onNext = useCallback((from: HTMLElement | undefined, isUngraded: boolean) => {
    const fields = [...(list.current?.querySelectorAll<HTMLInputElement>('[data-marks]') ?? [])]
    const row = from?.closest('li[data-student]')
    const after = fields.slice(fields.findIndex((field) => row?.contains(field)) + 1)
    const withoutMarks = (field: HTMLInputElement) => field.value === '' && !field.closest('[data-returned]')
    const next = isUngraded ? (after.find(withoutMarks) ?? fields.find(withoutMarks)) : after[0]
    if (!next) return from?.blur()
    const nextRow = next.closest('li[data-student]')
    // From criteria one goes on with criteria.
    if (from?.closest('[data-checklist]')) flushSync(() => setChecklist(Number(nextRow?.getAttribute('data-student'))))
    const first = nextRow?.querySelector<HTMLElement>('[data-checklist] input')
    ;(first ?? next).focus()
  }, [])

  const students = (
    <ul
      ref={list}
      aria-label="Students"
      className={isBeside ? classes.narrow : undefined}
      onFocus={({ target }) => setAt(Number(target.closest('li[data-student]')?.getAttribute('data-student')) || at)}
    >
      {visible.map((row) => (
        <SubmissionRow
          key={row.student.id}
          row={row}
          grading={canGrade ? grading : undefined}
          withHistory={withHistory}
          guards={guards}
          isChecklistOpen={row.student.id === checklist}
          onChecklist={setChecklist}
          onUnsaved={onUnsaved}
          onNext={onNext}
        />
      ))}
    </ul>
  )
  return (
    <>
      <Text c="dimmed" mb="sm" className={classes.figures}>
        {counts.submitted} of {counts.total} submitted{DOT}
        {counts.graded} graded
      </Text>
      <RosterFields counts={counts} shown={shown} onShow={choose} search={search} onSearch={setSearch} />
      {canGrade && counts.submitted > 0 && (
        <Text size="sm" c="dimmed" mb="xs">
          Marks and remarks are saved when you leave the field. Enter saves them and goes to the next student, Ctrl
          Enter to the next one without marks.
        </Text>
      )}
      {visible.length === 0 && <Prompt title="No students found" />}
      {isBeside ? (
        <div className={classes.besides}>
          {students}
          <WorkPanel
            {...workAt(visible, at)}
            onNext={() =>
              onNext(list.current?.querySelector<HTMLElement>(`[data-student="${at}"] *`) ?? undefined, true)
            }
          />
        </div>
      ) : (
        students
      )}
    </>
  )
}

/** Returns the work at a student's row, or the first without marks, and the next one after it that has none. */
function workAt(rows: readonly RosterRow[], at: number | undefined) {
  const works = worksOf(rows)
  const isUngraded = ({ submission }: Work) => waitsForMarks(submission)
  const work = works.find(({ student }) => student.id === at) ?? works.find(isUngraded) ?? works[0]
  return { work, next: work && works.slice(works.indexOf(work) + 1).find(isUngraded) }
}
