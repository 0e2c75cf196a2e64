import { IconBadge, IconLayoutGrid, IconShield, IconShieldLock, IconTable, IconTableImport } from '@tabler/icons-react'
import { can, hasAnyRole, STAFF_ROLES } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters } from '../../core/url-state.ts'
import { useListPage } from '../../layout/list-page.ts'
import { Page } from '../../layout/Page.tsx'
import { PagedList } from '../../layout/PagedList.tsx'
import { ScreenButton } from '../../layout/ScreenButton.tsx'
import { searchedList } from '../../layout/searched-list.tsx'
import { ExportPanel, SHEETS } from '../../parts/ExportPanel.tsx'
import { useOwnDepartment } from '../../parts/own-department.ts'
import { RecordDialog } from '../../parts/RecordDialog.tsx'
import { Text } from '../../ui/elements.tsx'
import { later } from '../../ui/later.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { ViewSwitch } from '../../ui/ViewSwitch.tsx'
import { addressOf, exportStaff, staffListQuery, staffMemberQuery, useStaffChanges } from './api.ts'
import { isEditable, STAFF, STAFF_SHOWN } from './rules.ts'
import { StaffCards, StaffSkeletons } from './StaffCards.tsx'
import classes from './StaffPage.module.css'
import { StaffPanel } from './StaffPanel.tsx'
import { StaffTable } from './StaffTable.tsx'

export { needs } from './api.ts'

const VIEWS = [
  { value: 'cards', label: 'Cards', icon: IconLayoutGrid },
  { value: 'table', label: 'Table', icon: IconTable },
] as const

const StaffForm = later(async () => (await import('./StaffForm.tsx')).StaffForm)

export function StaffPage() {
  const roles = useRoles()
  const writes = can(roles, 'staff:write')
  StaffForm.useWhenIdle(writes)
  const own = useOwnDepartment()
  const filters = useFilters()

  const filter = addressOf(filters)
  const isTable = filters.text('tab') === 'table'
  const whole = hasAnyRole(roles, STAFF_ROLES)
  const list = useListPage({
    kind: STAFF,
    filters,
    query: staffListQuery(filter, filters.page),
    nameOf: ({ name }) => name,
    remove: useStaffChanges().remove,
  })

  const { search, empty, add } = searchedList({
    list,
    filters,
    filter,
    of: 'staff',
    none: 'No staff found',
    first: 'Start by adding your first staff member',
    adds: writes,
  })

  return (
    <Page
      title="Staff"
      actions={
        <>
          {add}
          {writes && (
            <ScreenButton to="/staff/import" icon={IconTableImport}>
              Import
            </ScreenButton>
          )}
          {can(roles, 'staff:export') && (
            <ExportPanel formats={SHEETS} fileName={() => 'staff'} read={exportStaff(filter)} />
          )}
          {can(roles, 'designations:read') && (
            <ScreenButton neighbour to="/designations" icon={IconBadge}>
              Designations
            </ScreenButton>
          )}
          {can(roles, 'roles:read') && (
            <ScreenButton neighbour to="/roles" icon={IconShield}>
              Roles
            </ScreenButton>
          )}
          {can(roles, 'security-log:read') && (
            <ScreenButton neighbour to="/security-log" icon={IconShieldLock}>
              Security Log
            </ScreenButton>
          )}
        </>
      }
    >
      {own.locked && (
        <Text size="sm" c="dimmed">
          You can only see the staff of your own department: {own.locked.name}.
        </Text>
      )}
      <div className={classes.row}>
        <div className={classes.search}>
          <SearchField label="Search staff" placeholder="Name, email, department, designation or role" {...search} />
        </div>
        {writes && (
          <SelectField
            label="Show"
            blank="All staff"
            options={STAFF_SHOWN}
            value={filter.only ?? ''}
            onChange={(event) => filters.choose({ only: event.currentTarget.value })}
            onClear={() => filters.choose({ only: undefined })}
            className={classes.shown}
          />
        )}
        <ViewSwitch
          label="Layout"
          views={VIEWS}
          value={isTable ? 'table' : 'cards'}
          onChange={(view) => filters.set({ tab: view === 'table' ? view : undefined }, { staysInPlace: true })}
        />
      </div>
      <PagedList
        list={list}
        skeleton={isTable ? <StaffTable staff={[]} whole={whole} loading onAction={list.act} /> : <StaffSkeletons />}
        empty={empty}
      >
        {({ data }) =>
          isTable ? (
            <StaffTable staff={data} whole={whole} onAction={list.act} />
          ) : (
            <StaffCards cards={data} onAction={list.act} />
          )
        }
      </PagedList>
      <RecordDialog
        kind={STAFF}
        dialog={list.dialog}
        query={staffMemberQuery}
        adds={writes && !own.loading}
        edits={writes}
        isEditable={(card) => isEditable(roles, card)}
        form={(opening) => <StaffForm {...opening} departmentId={own.locked?.id} />}
        view={(card) => <StaffPanel card={card} />}
      />
    </Page>
  )
}
