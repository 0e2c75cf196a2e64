import type { DOCUMENT_STATES } from '../labels.ts'
import type { Policy } from './policy.ts'

type State = (typeof DOCUMENT_STATES)[number]

/** The actions that the state of a document allows. */
export const documentMay = {
  withdraw: {
    stands: true,
    replaced: 'This document has been replaced by a newer one.',
    withdrawn: 'This document has already been withdrawn.',
  },
} satisfies Record<string, Policy<State>>
