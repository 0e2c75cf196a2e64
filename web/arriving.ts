import type { createBrowserRouter, ShouldRevalidateFunction } from 'react-router'
import { getLogin, rolesOf } from './core/login.ts'
import type { Needs } from './core/needs.ts'
import { markOpened } from './core/opened.ts'
import { rememberPlace } from './core/places.ts'
import type { Screen } from './core/screens.ts'
import { ensureStart } from './core/start.ts'
import { SCREENS } from './screens.ts'

/** The calls of the screens whose code is there. */
const ready = new Map<Screen, Needs | undefined>()

/** Starts the code and the calls of a screen's address; calls go out within this task where the code is there. */
export function arrive(opened: Screen, params: object, search: URLSearchParams): void {
  const roles = rolesOf(getLogin())
  const address = new URLSearchParams([...Object.entries(params), ...search])
  // The dialog and the screen themselves show that their code could not be loaded.
  new Map(Object.entries(opened.dialogs ?? {}))
    .get(address.get('modal') ?? '')
    ?.load()
    .catch(() => undefined)
  // Starts before the screen's own queries, some of which it answers.
  void ensureStart()
  if (ready.has(opened)) ready.get(opened)?.(address, roles)
  else
    opened
      .load(SCREENS)
      .then(({ needs }) => {
        ready.set(opened, needs)
        needs?.(address, roles)
      })
      .catch(() => undefined)
}

/**
 * Returns true where a route's own check has to run: for another screen, or the same address once more. On one screen an
 * address changes with each dialog and each filter, and the router draws all of it once more for a check.
 */
export const isElsewhere: ShouldRevalidateFunction = ({ currentUrl, nextUrl }) =>
  currentUrl.pathname !== nextUrl.pathname || currentUrl.search === nextUrl.search

/** Follows the address on one screen: keeps the person's choices, and starts what the new address needs. */
export function followAddress(router: Pick<ReturnType<typeof createBrowserRouter>, 'state' | 'subscribe'>): () => void {
  let last = router.state.location
  return router.subscribe(({ location, matches, historyAction }) => {
    const [before, match] = [last, matches.at(-1)]
    last = location
    if (before.pathname !== location.pathname || before.search === location.search) return
    const opened = SCREENS.find(({ path }) => path === match?.route.path)
    if (!opened || !getLogin()) return
    markOpened()
    const after = new URLSearchParams(location.search)
    // On the way back nobody chooses.
    if (historyAction !== 'POP') rememberPlace(SCREENS, opened, { before: new URLSearchParams(before.search), after })
    arrive(opened, match?.params ?? {}, after)
  })
}
