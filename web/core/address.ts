import { ID_MAX, LINE_MAX } from '../../shared/limits.ts'
import { type Action, can } from '../../shared/permissions.ts'
import { getLogin } from './login.ts'

/** Reads an id from the address; an invalid one counts as absent. */
export function idFrom(text: string | null): number | undefined {
  const id = text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
  return id !== undefined && id <= ID_MAX ? id : undefined
}

/** Reads a text from the address, cut to the length of a search; a longer one would be refused. */
const textFrom = (text: string | null): string => (text ?? '').slice(0, LINE_MAX).toWellFormed()

/** The values of an address, of its path and its query, and the person who opens it. */
export interface Address {
  text: (name: string) => string
  id: (name: string) => number | undefined
  page: number
  /** The text that a list is searched for. */
  q: string
  /** The department that filters a list; for staff the own one, once it is known. */
  departmentId: number | undefined
  /** The department is the person's own, and no other can be chosen. */
  isFixed: boolean
  /** Returns the record under one of these dialogs, if the address opens one. */
  dialog: (...modals: string[]) => number | undefined
  userId: number
  roles: readonly string[]
  can: (action: Action) => boolean
}

/** Reads an address. A feature's `addressOf` makes of it what both the early calls and the page ask with. */
export function readAddress(params: URLSearchParams, roles: readonly string[]): Address {
  const id = (name: string) => idFrom(params.get(name))
  const text = (name: string) => textFrom(params.get(name))
  return {
    text,
    id,
    page: id('page') ?? 1,
    q: text('q'),
    departmentId: id('department_id'),
    isFixed: false,
    dialog: (...modals) => (modals.includes(params.get('modal') ?? '') ? id('id') : undefined),
    userId: getLogin()?.user.id ?? 0,
    roles,
    can: (action) => can(roles, action),
  }
}
