import { ID_MAX, LINE_MAX } from '../../shared/limits.ts'
import { type Action, can } from '../../shared/permissions.ts'
import { getLogin } from './login.ts'

/** An id written in the address; what is none counts as absent. */
export function idFrom(text: string | null): number | undefined {
  const id = text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined
  return id !== undefined && id <= ID_MAX ? id : undefined
}

/** A text written in the address, no longer than a search may be; one that is longer would be refused. */
const textFrom = (text: string | null): string => (text ?? '').slice(0, LINE_MAX).toWellFormed()

/** An address as the person who opens it reads it: the parameters of its path, and its query. */
export interface Address {
  text: (name: string) => string
  id: (name: string) => number | undefined
  page: number
  /** The text that a list is searched for. */
  q: string
  /** The department that lists are of. The own one of staff takes its place once it is known. */
  departmentId: number | undefined
  /** The department is the own one, and no other can be chosen. */
  isFixed: boolean
  /** The record that one of these dialogs is opened over. */
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
