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
  /** As they were asked for in this tab; until then those that came with the login hold. */
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
/** Who was signed in last while this page was open. */
let lastUserId = current?.user.id
/** Whether the last login ended without this page's person asking for it. */
let isLost = false
const listeners = new Set<() => void>()

function changed({ isAsked = false } = {}): void {
  const before = current
  current = readLogin()
  isLost = !current && !isAsked && (isLost || before !== undefined)
  lastUserId = current?.user.id ?? lastUserId
  for (const listener of listeners) listener()
}

/** Whether this page was somebody else's: its memory holds what they saw, and it has to be loaded anew. */
export const wasAnothers = (userId: number) => lastUserId !== undefined && lastUserId !== userId

export const getLogin = (): Login | undefined => current

/** Whether the login is gone though nobody signed out here: it was refused, or removed by another tab. */
export const wasLost = () => isLost

/** What is stored decides, not what this page remembers: it may have been removed since. */
export function storedLogin(): Login | undefined {
  if (localStorage.getItem('token') !== (current?.token ?? null)) changed()
  return current
}

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

/** Ends the login in this browser. What was typed stays for the same person's next sign-in, unless they log out. */
export function clearLogin({ drafts = false } = {}): void {
  for (const key of KEYS) localStorage.removeItem(key)
  sessionStorage.removeItem(ROLES)
  dropStart()
  if (drafts) dropDrafts()
  changed({ isAsked: drafts })
}

/** Signs this tab out when another tab does, and starts it afresh when another person signed in there. */
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

/** What is known of a person's roles by now. */
export const rolesOf = (login: Login | undefined): readonly string[] => login?.roles ?? login?.user.roles ?? NO_ROLES

/** The signed-in person's roles; none while nobody is signed in. */
export const useRoles = (): readonly string[] => rolesOf(useLogin())
