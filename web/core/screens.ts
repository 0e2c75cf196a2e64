import { matchPath } from 'react-router'

/** How each screen's code is loaded; the route table fills it, links load from it ahead of the click. */
const screens = new Map<string, () => Promise<unknown>>()

export function knowScreen(path: string, load: () => Promise<unknown>): void {
  screens.set(path, load)
}

/** Loads a screen's code ahead; a failure will show when the screen is really opened. */
export function prefetchScreen(path: string): void {
  const load = screens.get(path) ?? [...screens].find(([screen]) => matchPath(screen, path))?.[1]
  load?.().catch(() => undefined)
}
