import { getLogin } from './login.ts'
import type { Screen } from './screens.ts'

// A person's last choices on this device: of department, batch and group for all screens together, of a tab or an order for each.
// They outlast the login, and tell nothing but numbers, tabs and orders.
const KEY = 'places'
/** The people of one device whose choices are kept. */
const OWNERS_MAX = 10
const PARTS = ['department', 'batch', 'group'] as const

export type Place = Partial<Record<(typeof PARTS)[number], string>>

interface Kept {
  owner: number
  place: Place
  /** The tab, or the order, of each screen, by its path. */
  tabs: Readonly<Record<string, string>>
  /** Each screen's part of the address with all of that. The page reads it before any code (server/http/early-calls.ts). */
  at: Readonly<Record<string, string>>
}

const isId = (value: string | null): value is string => value !== null && /^\d+$/.test(value)

function readAll(): Kept[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.filter((one): one is Kept => Boolean(one?.place && one.tabs && one.at)) : []
  } catch {
    return []
  }
}

/** Returns the name in the address of the choice that is the screen's alone. */
const ownName = ({ tab, sort }: NonNullable<Screen['remembers']>) => (tab ? 'tab' : sort ? 'sort' : undefined)

function searchOf({ path, remembers = {} }: Screen, place: Place, tabs: Kept['tabs']): string {
  const { names = {}, fetchedWith } = remembers
  const [own, value] = [ownName(remembers), tabs[path]]
  const search = new URLSearchParams(own && value ? { [own]: value } : {})
  for (const part of PARTS) {
    const [name, value] = [names[part], place[part]]
    // A group is chosen among those of a batch, where that is chosen too.
    if (name && value && (part !== 'group' || !names.batch || place.batch)) search.set(name, value)
  }
  if (fetchedWith?.every((part) => place[part])) search.set('fetched', 'yes')
  return search.size > 0 ? `?${search}` : ''
}

/** Returns the place after a screen's address has changed: a group is of one department and one batch. */
function placeAfter(kept: Place, names: Place, before: URLSearchParams, after: URLSearchParams): Place {
  const place = { ...kept }
  for (const part of PARTS) {
    const name = names[part]
    const value = name === undefined ? null : after.get(name)
    if (isId(value)) place[part] = value
    else if (name !== undefined && before.has(name)) delete place[part]
  }
  const isMoved = (part: keyof Place) => place[part] !== kept[part]
  const isNamed = (part: keyof Place) => names[part] !== undefined && isId(after.get(names[part]))
  if (isMoved('group') && !names.batch) delete place.batch
  if ((isMoved('department') || isMoved('batch')) && !isNamed('group')) delete place.group
  return place
}

interface Move {
  /** The former address of the same screen: a choice that is gone since is forgotten. */
  before: URLSearchParams
  after: URLSearchParams
}

/**
 * Keeps the choices in a screen's address for all screens that ask for the same, when one of them has changed there: an
 * address that somebody opens is no choice.
 */
export function rememberPlace(screens: readonly Screen[], { path, remembers }: Screen, { before, after }: Move): void {
  const owner = getLogin()?.user.id
  if (!remembers || owner === undefined) return
  const own = ownName(remembers)
  const names = [...Object.values(remembers.names ?? {}), ...(own ? [own] : [])]
  if (names.every((name) => before.get(name) === after.get(name))) return
  const all = readAll()
  const kept = all.find((one) => one.owner === owner)
  const place = placeAfter(kept?.place ?? {}, remembers.names ?? {}, before, after)
  const { [path]: formerTab, ...otherTabs } = kept?.tabs ?? {}
  const tab = own && (after.get(own) ?? (before.has(own) ? undefined : formerTab))
  const tabs = tab ? { ...otherTabs, [path]: tab } : otherTabs
  const at = screens.flatMap((one) => {
    const search = searchOf(one, place, tabs)
    return search ? [[one.path, search]] : []
  })
  const others = all.filter((one) => one.owner !== owner).slice(1 - OWNERS_MAX)
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, { owner, place, tabs, at: Object.fromEntries(at) }]))
  } catch {
    // Without room in the storage people choose again.
  }
}

/** Returns what an address says of the person's last choices; nothing where it says none of them. */
export function rememberedIn(names: Place, search: URLSearchParams): Place | undefined {
  const place = readAll().find(({ owner }) => owner === getLogin()?.user.id)?.place ?? {}
  const said = PARTS.filter((part) => names[part] && place[part] && search.get(names[part]) === place[part])
  return said.length > 0 ? Object.fromEntries(said.map((part) => [part, place[part]])) : undefined
}

/**
 * Returns the address of a screen with the person's last choices, for a bare address or one that adds a record. One that
 * says more stays as it is.
 */
export function withPlace(path: string, search: URLSearchParams): string | undefined {
  const at = readAll().find(({ owner }) => owner === getLogin()?.user.id)?.at[path]
  const isBare = search.size === 0 || (search.size === 1 && /^add\b/.test(search.get('modal') ?? ''))
  return at?.startsWith?.('?') && isBare
    ? `${path}?${new URLSearchParams([...new URLSearchParams(at), ...search])}`
    : undefined
}
