import type { DOCUMENT_KINDS, DOCUMENT_STATES } from '../labels.ts'
import { can } from '../permissions.ts'
import type { Policy } from './policy.ts'

type State = (typeof DOCUMENT_STATES)[number]

/** The actions that the state of a document allows. */
export const documentMay = {
  withdraw: {
    stands: true,
    replaced: true,
    withdrawn: 'This document has already been withdrawn.',
  },
} satisfies Record<string, Policy<State>>

/** True for the roles that issue documents of a kind: who could not issue one does not withdraw it. */
export const mayWithdraw = (kind: (typeof DOCUMENT_KINDS)[number], roles: readonly string[]): boolean =>
  can(roles, kind === 'eligibility-list' ? 'eligibility:freeze' : 'documents:issue')
