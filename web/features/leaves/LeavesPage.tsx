import { useCallbackRef } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import type { Leave } from '../../../shared/contract/leaves.ts'
import { LEAVE_STATUSES, labelOf } from '../../../shared/labels.ts'
import { can, hasAnyRole, STAFF_ROLES } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { DepartmentPicker } from '../../parts/DepartmentPicker.tsx'
import { askedText } from '../../parts/leave-texts.ts'
import { useDepartmentFilters, useOwnFilters } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { addressOf, leaveQuery, leavesQuery, useWithdraw } from './api.ts'
import { dialogs } from './dialogs.ts'
import { type LeaveReader, LeavesTable } from './LeavesTable.tsx'
import { LEAVE, WITHDRAWAL, WITHDRAWN } from './rules.ts'

export { needs } from './api.ts'

const AskLeaveModal = later(dialogs.add)
const LeavePanel = later(dialogs.view)

const STATUSES = wordOptions(LEAVE_STATUSES)
const NO_FILTER = { status: undefined, department_id: undefined }

/** Lists leave requests: a student's own, with the form for a new one; for staff those they may read or decide. */
export function LeavesPage() {
  const roles = useRoles()
  const isStaff = hasAnyRole(roles, STAFF_ROLES)
  const asks = can(roles, 'leaves:ask')
  const reader: LeaveReader = !isStaff ? 'student' : can(roles, 'leaves:decide') ? 'decider' : 'staff'
  const { own, filters } = useOwnFilters()
  const filter = addressOf(filters)
  const withdraw = useWithdraw()

  const list = useListPage({
    kind: LEAVE,
    filters,
    query: { ...leavesQuery(filter, filters.page), enabled: !own.loading },
    nameOf: (leave) => (isStaff ? `${leave.student.name}, ${askedText(leave)}` : askedText(leave)),
  })
  const { open } = list.dialog

  LeavePanel.useWhenIdle()
  AskLeaveModal.useWhenIdle(asks)

  const act = useCallbackRef((action: 'view' | 'withdraw', leave: Leave) => {
    if (action === 'view') return open('view', leave.id)
    const run = ({ id }: Leave) => withdraw({ params: { id } })
    void list.change(leave, { question: WITHDRAWAL, run, done: WITHDRAWN })
  })

  const ask = (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => open('add')}>
      Ask for Leave
    </Button>
  )
  const isFiltered = Object.values(filter).some(Boolean)
  const empty = isFiltered ? (
    <NothingFound title="No leave requests found" of="leave requests" onShowAll={() => filters.choose(NO_FILTER)} />
  ) : (
    <Prompt
      title="No leave requests"
      text={asks ? 'When you cannot come, ask for leave here: for whole days or for single sessions.' : undefined}
      action={asks && ask}
    />
  )
  const isEmpty = !isFiltered && list.query.data?.meta.total === 0

  return (
    <Page title="Leave Requests" actions={asks && !isEmpty && ask}>
      <Text c="dimmed">
        {isStaff
          ? 'A leave that was granted is suggested to whoever takes the register.'
          : 'The head of each department decides about its own sessions.'}
      </Text>
      {isStaff && <Filters status={filter.status ?? ''} />}
      <PagedList
        list={list}
        skeleton={<LeavesTable leaves={[]} reader={reader} loading onAction={act} />}
        empty={empty}
      >
        {({ data, meta }) => (
          <>
            <Text size="sm" c="dimmed" role="status">
              {meta.total === 1 ? '1 leave request' : `${meta.total} leave requests`}
            </Text>
            <LeavesTable leaves={data} reader={reader} onAction={act} />
          </>
        )}
      </PagedList>
      <RecordDialog
        kind={LEAVE}
        dialog={list.dialog}
        query={leaveQuery}
        adds={asks}
        edits={false}
        form={({ onClose }) => <AskLeaveModal onClose={onClose} />}
        view={(leave) => <LeavePanel key={leave.id} leave={leave} reader={reader} />}
      />
    </Page>
  )
}

/** Filters by status, and by department for a person who sees the whole college. */
function Filters({ status }: { status: string }) {
  const { own, department, filters } = useDepartmentFilters()
  const { departmentId } = filters
  const seesCollege = !own.loading && own.locked === undefined
  return (
    <FilterPanel
      chosen={[
        { label: 'Status', value: status && labelOf(status) },
        { label: 'Department', value: seesCollege ? department?.name : undefined },
      ]}
      clear={{
        disabled: !status && (!seesCollege || departmentId === undefined),
        onClear: () => filters.choose(NO_FILTER),
      }}
    >
      <SelectField
        label="Status"
        blank="All statuses"
        options={STATUSES}
        value={status}
        onChange={(event) => filters.choose({ status: event.currentTarget.value })}
      />
      {seesCollege && (
        <DepartmentPicker
          blank="All departments"
          value={departmentId}
          onChange={(id) => filters.choose({ department_id: id })}
        />
      )}
    </FilterPanel>
  )
}
