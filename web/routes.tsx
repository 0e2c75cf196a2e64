import { Center, Loader } from '@mantine/core'
import { lazy, Suspense } from 'react'
import {
  createBrowserRouter,
  type RouteObject,
  redirect,
  useLocation,
  useNavigate,
  useSearchParams,
} from 'react-router'
import { hasAnyRole, type RoleName, STAFF_ROLES } from '../shared/permissions.ts'
import { ensureRoles } from './core/account.ts'
import { getLogin } from './core/login.ts'
import { knowScreen } from './core/screens.ts'
// The one screen that is not loaded on demand: what most people see first, in one piece, compresses better.
import { LoginPage } from './features/auth/LoginPage.tsx'
import { RouteError } from './layout/RouteError.tsx'

type Screen = () => Promise<React.ComponentType>

/** A screen's code, loaded when it is opened or a link to it is pointed at. */
function screen(path: string, load: Screen, loader: () => Promise<Response | null>): RouteObject {
  knowScreen(path, load)
  return { path, loader, lazy: { Component: load }, ErrorBoundary: RouteError }
}

/** A screen for those who are not signed in. */
const entry = (path: string, load: Screen) =>
  screen(path, load, async () => (getLogin() ? redirect('/dashboard') : null))

/** A screen behind the sign-in; with `roles` only for who holds one of them. */
const guarded = (path: string, load: Screen, roles?: readonly RoleName[]) =>
  screen(path, load, async () => {
    const login = getLogin()
    if (!login) return redirect('/login')
    if (login.user.must_change_password) return redirect('/choose-password')
    await ensureRoles()
    return roles && !hasAnyRole(getLogin()?.roles ?? [], roles) ? redirect('/dashboard') : null
  })

const choosePassword = (path: string, load: Screen) =>
  screen(path, load, async () => {
    const login = getLogin()
    if (!login) return redirect('/login')
    return login.user.must_change_password ? null : redirect('/dashboard')
  })

const ChangePasswordModal = lazy(async () => ({
  default: (await import('./features/auth/ChangePasswordModal.tsx')).ChangePasswordModal,
}))

/** The dialog of the user menu, open over any screen while the address says so. */
function AccountDialog() {
  const [params, setParams] = useSearchParams()
  const navigate = useNavigate()
  const openedHere = (useLocation().state as { modalOpened?: boolean } | null)?.modalOpened === true
  if (params.get('account') !== 'password') return null

  function close() {
    if (openedHere) return void navigate(-1)
    const after = new URLSearchParams(params)
    after.delete('account')
    setParams(after, { replace: true })
  }

  return (
    <Suspense>
      <ChangePasswordModal onClose={close} />
    </Suspense>
  )
}

async function loadFrame() {
  const { Frame } = await import('./layout/Frame.tsx')
  return () => (
    <Frame>
      <AccountDialog />
    </Frame>
  )
}

function Loading() {
  return (
    <Center mih="60dvh" role="status" aria-label="Loading">
      <Loader />
    </Center>
  )
}

export const makeRouter = () =>
  createBrowserRouter([
    {
      HydrateFallback: Loading,
      ErrorBoundary: RouteError,
      children: [
        { path: '/', loader: () => redirect('/login') },
        entry('/login', async () => LoginPage),
        entry(
          '/forgot-password',
          async () => (await import('./features/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
        ),
        entry('/reset-password', async () => (await import('./features/auth/ResetPasswordPage.tsx')).ResetPasswordPage),
        choosePassword(
          '/choose-password',
          async () => (await import('./features/auth/ChoosePasswordPage.tsx')).ChoosePasswordPage,
        ),
        {
          lazy: { Component: loadFrame },
          children: [
            guarded('/dashboard', async () => (await import('./features/dashboard/DashboardPage.tsx')).DashboardPage),
            guarded(
              '/department',
              async () => (await import('./features/departments/DepartmentsPage.tsx')).DepartmentsPage,
            ),
            guarded('/batches', async () => (await import('./features/batches/BatchesPage.tsx')).BatchesPage),
            guarded('/students', async () => (await import('./features/students/StudentsPage.tsx')).StudentsPage),
            guarded('/students/import', async () => {
              const { ImportPage } = await import('./features/imports/ImportPage.tsx')
              return () => <ImportPage kind="students" />
            }),
            guarded('/staff', async () => (await import('./features/staff/StaffPage.tsx')).StaffPage),
            guarded('/staff/import', async () => {
              const { ImportPage } = await import('./features/imports/ImportPage.tsx')
              return () => <ImportPage kind="staff" />
            }),
            guarded(
              '/designations',
              async () => (await import('./features/designations/DesignationsPage.tsx')).DesignationsPage,
              STAFF_ROLES,
            ),
            guarded('/roles', async () => (await import('./features/roles/RolesPage.tsx')).RolesPage, STAFF_ROLES),
            guarded(
              '/security-log',
              async () => (await import('./features/security-log/SecurityLogPage.tsx')).SecurityLogPage,
              ['admin'],
            ),
            guarded('/groups', async () => (await import('./features/groups/GroupsPage.tsx')).GroupsPage),
            guarded(
              '/attendance',
              async () => (await import('./features/attendance/AttendancePage.tsx')).AttendancePage,
            ),
            guarded('/tasks', async () => (await import('./features/tasks/TasksPage.tsx')).TasksPage),
            guarded(
              '/student-attendance',
              async () =>
                (await import('./features/student-attendance/StudentAttendancePage.tsx')).StudentAttendancePage,
            ),
            guarded(
              '/reports',
              async () => (await import('./features/student-reports/StudentReportsPage.tsx')).StudentReportsPage,
              ['admin', 'principal', 'hod'],
            ),
            guarded('*', async () => (await import('./layout/NotFoundPage.tsx')).NotFoundPage),
          ],
        },
      ],
    },
  ])
