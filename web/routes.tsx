import { useEffect } from 'react'
import { createBrowserRouter, type LoaderFunction, type RouteObject, redirect, redirectDocument } from 'react-router'
import { TAKE_EMAIL_PATH, type User } from '../shared/contract/auth.ts'
import { STOP_PATH } from '../shared/contract/notices.ts'
import { PROVIDER_RETURN } from '../shared/contract/provider.ts'
import { VERIFY_PATH } from '../shared/contract/verified-documents.ts'
import type { ENTRY_PATHS } from '../shared/entry-paths.ts'
import { can, hasAnyRole } from '../shared/permissions.ts'
import { AccountDialog } from './account-dialogs.tsx'
import { arrive, isElsewhere } from './arriving.ts'
import { getLogin, type Login, onLoginChange, rolesOf, useRoles } from './core/login.ts'
import { markOpened } from './core/opened.ts'
import { withPlace } from './core/places.ts'
import { knowScreen, type Screen } from './core/screens.ts'
import { ensureStart } from './core/start.ts'
import { useFrameDialog } from './core/url-state.ts'
import { Frame } from './layout/Frame.tsx'
import { RouteError } from './layout/RouteError.tsx'
import { useGonePlace } from './parts/gone-place.ts'
import { SCREENS } from './screens.ts'
import { startSettling } from './sending.ts'
import { Loader } from './ui/elements.tsx'
import { useIsLate } from './ui/late.ts'
import { idly, later } from './ui/later.tsx'

type Load = () => Promise<React.ComponentType>

/** Loads code for the router, which would draw nothing at all where it fails: the screen says so, with Reload. */
const loaded = (load: Load) => ({ Component: () => load().catch(() => later(load, <Loading />)) })

function screen(path: string, load: Load, loader: LoaderFunction): RouteObject {
  knowScreen(path, load)
  return { path, loader, lazy: loaded(load), ErrorBoundary: RouteError }
}

/** Makes the route of a screen before the sign-in. */
const entry = (path: (typeof ENTRY_PATHS)[number], load: Load) =>
  screen(path, load, () => (getLogin() ? redirect('/dashboard') : null))

/**
 * Makes the route of a screen behind the sign-in. It opens with the kept roles, which are read again behind it; if they
 * have changed, the router checks again.
 */
const guarded = (opened: Screen): RouteObject => {
  const { path, load, roles } = opened
  const isFor = () => !roles || hasAnyRole(rolesOf(getLogin()), roles)
  const loader: LoaderFunction = async ({ request, params }) => {
    const login = getLogin()
    if (!login) return redirectDocument('/login')
    if (login.user.must_change_password) return redirect('/choose-password')
    if (login.user.must_set_up_second_factor) return redirect('/set-up-two-step')
    markOpened()
    // A person may have got the role since the sign-in.
    if (!isFor()) await ensureStart()
    if (!isFor()) return redirect('/dashboard')
    const { pathname, searchParams } = new URL(request.url)
    // A bare address is filled with the person's last choices when another screen is opened.
    const filled = pathname === window.location.pathname ? undefined : withPlace(path, searchParams)
    if (filled) return redirect(filled)
    arrive(opened, params, searchParams)
    return null
  }
  return { ...screen(path, async () => (await load(SCREENS)).Page, loader), shouldRevalidate: isElsewhere }
}

/** Makes the route of a screen that replaces all others until it is done. */
const first = (path: string, load: Load, isDue: (user: User) => boolean | undefined) =>
  screen(path, load, () => {
    const login = getLogin()
    if (!login) return redirectDocument('/login')
    return isDue(login.user) ? null : redirect('/dashboard')
  })

const SearchModal = later(async () => {
  const [{ SearchModal }, { deedsFor }] = await Promise.all([
    import('./features/search/SearchModal.tsx'),
    import('./features/dashboard/ways.ts'),
  ])
  return ({ roles, onClose }: { roles: readonly string[]; onClose: () => void }) => (
    <SearchModal deeds={deedsFor(roles, SCREENS)} onClose={onClose} />
  )
})

/** Shows the search of the header. */
function SearchDialog() {
  const { value, close } = useFrameDialog('search')
  const roles = useRoles()
  const finds = can(roles, 'search:read')
  SearchModal.useWhenIdle(finds)
  return finds && value === 'open' && <SearchModal roles={roles} onClose={close} />
}

/** Shows the ways to all screens. */
const NavigationPanel = idly(async () => (await import('./features/dashboard/NavigationPanel.tsx')).NavigationPanel)

/** Frames every screen behind the sign-in, and keeps what goes on behind all of them. */
function FramedScreens() {
  useGonePlace(SCREENS)
  useEffect(startSettling, [])
  return (
    <Frame navigation={<NavigationPanel screens={SCREENS} />}>
      <AccountDialog />
      <SearchDialog />
    </Frame>
  )
}

function Loading() {
  const isLate = useIsLate(0)
  if (!isLate) return null
  return (
    <div role="status" aria-label="Loading" style={{ display: 'grid', placeContent: 'center', minHeight: '60dvh' }}>
      <Loader />
    </div>
  )
}

/** Checks again who may be where, when a person's roles turn out to have changed. */
export function followRoles(router: ReturnType<typeof makeRouter>): () => void {
  const heldIn = (login: Login | undefined) => rolesOf(login).toSorted().join(' ')
  let held = heldIn(getLogin())
  return onLoginChange(() => {
    const login = getLogin()
    const before = held
    held = heldIn(login)
    if (login?.roles && held !== before) void router.revalidate()
  })
}

export const makeRouter = () =>
  createBrowserRouter([
    {
      HydrateFallback: Loading,
      ErrorBoundary: RouteError,
      children: [
        { path: '/', loader: () => (getLogin() ? redirect('/dashboard') : redirectDocument('/login')) },
        entry('/login', async () => (await import('./features/auth/SignInMissingPage.tsx')).SignInMissingPage),
        entry(
          '/forgot-password',
          async () => (await import('./features/auth/ForgotPasswordPage.tsx')).ForgotPasswordPage,
        ),
        entry('/reset-password', async () => (await import('./features/auth/ResetPasswordPage.tsx')).ResetPasswordPage),
        entry(
          PROVIDER_RETURN,
          async () => (await import('./features/auth/SignedInElsewherePage.tsx')).SignedInElsewherePage,
        ),
        // These pages need no sign-in, and people who are signed in may open them too.
        screen(
          TAKE_EMAIL_PATH,
          async () => (await import('./features/auth/TakeAddressPage.tsx')).TakeAddressPage,
          () => null,
        ),
        screen(
          STOP_PATH,
          async () => (await import('./features/notices/StopWeeklyMailPage.tsx')).StopWeeklyMailPage,
          () => null,
        ),
        ...[VERIFY_PATH, `${VERIFY_PATH}/:code`].map((path) =>
          screen(
            path,
            async () => (await import('./features/verified-documents/VerifyPage.tsx')).VerifyPage,
            () => null,
          ),
        ),
        first(
          '/choose-password',
          async () => (await import('./features/auth/ChoosePasswordPage.tsx')).ChoosePasswordPage,
          (user) => user.must_change_password,
        ),
        first(
          '/set-up-two-step',
          async () => (await import('./features/auth/SetUpTwoStepPage.tsx')).SetUpTwoStepPage,
          (user) => user.must_set_up_second_factor,
        ),
        {
          Component: FramedScreens,
          children: [
            ...SCREENS.map(guarded),
            guarded({
              path: '*',
              load: async () => ({ Page: (await import('./layout/NotFoundPage.tsx')).NotFoundPage }),
            }),
          ],
        },
      ],
    },
  ])
