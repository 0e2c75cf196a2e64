import { getLogin } from '../../core/login.ts'
import type { SessionValues } from './rules.ts'

// The hours of the sessions that a person has added on this device. They outlast the login, and tell nothing but times
// and the numbers of groups.
const KEY = 'usual-hours'
/** The people of one device, and the groups of each, whose hours are kept. */
const OWNERS_MAX = 10
const GROUPS_MAX = 50

export type Hours = Pick<SessionValues, 'start_time' | 'end_time'>

interface Kept extends Hours {
  group: string
}

interface Owned {
  owner: number
  /** The hours of each group, the last added session last. */
  kept: readonly Kept[]
}

const NONE: Hours = { start_time: '', end_time: '' }

function readAll(): readonly Owned[] {
  try {
    const all: unknown = JSON.parse(localStorage.getItem(KEY) ?? '[]')
    return Array.isArray(all) ? all.filter((one) => Array.isArray(one?.kept)) : []
  } catch {
    return []
  }
}

const isOwn = ({ owner }: Owned) => owner === getLogin()?.user.id

/** Returns the hours of the person's last session of the group; failing this, of their last one; else empty ones. */
export function usualHours(group: string | undefined): Hours {
  if (group === undefined) return NONE
  const kept = readAll().find(isOwn)?.kept ?? []
  const { start_time, end_time } = kept.find((one) => one.group === group) ?? kept.at(-1) ?? NONE
  return { start_time, end_time }
}

export function keepHours({ group_id: group, start_time, end_time }: SessionValues): void {
  const owner = getLogin()?.user.id
  if (owner === undefined) return
  const all = readAll()
  const others = all.filter((one) => !isOwn(one)).slice(1 - OWNERS_MAX)
  const groups = (all.find(isOwn)?.kept ?? []).filter((one) => one.group !== group).slice(1 - GROUPS_MAX)
  const own: Owned = { owner, kept: [...groups, { group, start_time, end_time }] }
  try {
    localStorage.setItem(KEY, JSON.stringify([...others, own]))
  } catch {
    // Without room in the storage people type the hours again.
  }
}
