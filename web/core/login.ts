import { useSyncExternalStore } from 'react'
import type { LoginAnswer, User } from '../../shared/contract/auth.ts'
import { dropDrafts } from './drafts.ts'
import { dropStart } from './kept-start.ts'

/** The storage keys that the specification gives; roles live as long as the tab. */
const KEYS = ['token', 'token_type', 'user', 'isAuthenticated'] as const
const ROLES = 'roles'

export interface Login {
  token: string
  tokenType: string
  user: User
  /** The roles that were read in this tab; until then those of the login hold. */
  roles: readonly string[] | undefined
}

function parsed<T>(text: string | null): T | undefined {
  if (text === null) return undefined
  try {
    return JSON.parse(text) as T
  } catch {
    return undefined
  }
}

function readLogin(): Login | undefined {
  const token = localStorage.getItem('token')
  const user = parsed<User>(localStorage.getItem('user'))
  if (!token || !user) return undefined
  return {
    token,
    tokenType: localStorage.getItem('token_type') ?? 'Bearer',
    user,
    roles: parsed<string[]>(sessionStorage.getItem(ROLES)),
  }
}

let current = readLogin()
/** The person signed in last while this page was open. */
let lastUserId = current?.user.id
/** True when the last login ended without a sign-out on this page. */
let isLost = false
const listeners = new Set<() => void>()

function changed({ isAsked = false } = {}): void {
  const before = current
  current = readLogin()
  isLost = !current && !isAsked && (isLost || before !== undefined)
  lastUserId = current?.user.id ?? lastUserId
  for (const listener of listeners) listener()
}

/** Returns true when this page was somebody else's: its memory holds their data, so it has to be loaded anew. */
export const wasAnothers = (userId: number) => lastUserId !== undefined && lastUserId !== userId

export const getLogin = (): Login | undefined => current

/** Returns true when the login is gone without a sign-out here: it was refused, or removed by another tab. */
export const wasLost = () => isLost

/** Returns the login by the storage, not by this page's memory: another tab may have removed it since. */
export function storedLogin(): Login | undefined {
  if (localStorage.getItem('token') !== (current?.token ?? null)) changed()
  return current
}

/** Returns true while the storage has this page's login. Unlike `storedLogin` it ends none that is gone. */
export const isLoginStored = () => current !== undefined && localStorage.getItem('token') === current.token

export function onLoginChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export function startLogin(answer: LoginAnswer): void {
  if (current?.user.id !== answer.user.id) {
    sessionStorage.removeItem(ROLES)
    dropStart()
  }
  localStorage.setItem('token', answer.access_token)
  localStorage.setItem('token_type', answer.token_type)
  localStorage.setItem('user', JSON.stringify(answer.user))
  localStorage.setItem('isAuthenticated', 'true')
  changed()
}

export function storeRoles(roles: readonly string[]): void {
  sessionStorage.setItem(ROLES, JSON.stringify(roles))
  changed()
}

export function storeUser(user: User): void {
  localStorage.setItem('user', JSON.stringify(user))
  changed()
}

/** Ends the login in this browser. Drafts stay for the same person's next sign-in, unless they log out. */
export function clearLogin({ drafts = false } = {}): void {
  for (const key of KEYS) localStorage.removeItem(key)
  sessionStorage.removeItem(ROLES)
  dropStart()
  if (drafts) dropDrafts()
  changed({ isAsked: drafts })
}

/** Signs this tab out when another tab does, and loads it anew when another person signed in there. */
export function followOtherTabs(): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key !== null && event.key !== 'token' && event.key !== 'user') return
    const before = current?.user.id
    const after = readLogin()?.user.id
    const isAnother = after !== undefined && wasAnothers(after)
    if (before !== undefined && before !== after) {
      sessionStorage.removeItem(ROLES)
      dropDrafts()
    }
    changed()
    if (isAnother) window.location.assign('/dashboard')
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}

export const useLogin = (): Login | undefined => useSyncExternalStore(onLoginChange, getLogin)

const NO_ROLES: readonly string[] = []

/** Returns the person's roles as far as they are known. */
export const rolesOf = (login: Login | undefined): readonly string[] => login?.roles ?? login?.user.roles ?? NO_ROLES

/** Returns the signed-in person's roles; none without a login. */
export const useRoles = (): readonly string[] => rolesOf(useLogin())
