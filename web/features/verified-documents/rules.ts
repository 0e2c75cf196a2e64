import type { CheckedDocument, VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { DOCUMENT_KINDS, DOCUMENT_STATES, DOCUMENT_WORDS } from '../../../shared/labels.ts'
import type { Address } from '../../core/address.ts'
import { formatDay } from '../../core/formats.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { DOT } from '../../ui/texts.ts'

export const DOCUMENT: RecordKind = { entity: 'verified_document', title: 'Document', noun: 'document' }

/** Reads the filters of the list of issued documents. */
export const addressOf = ({ text, q }: Address) => ({
  kind: DOCUMENT_KINDS.find((one) => one === text('kind')),
  state: DOCUMENT_STATES.find((one) => one === text('state')),
  q,
})

export const KIND_OPTIONS = DOCUMENT_KINDS.map((value) => ({ value, label: DOCUMENT_WORDS[value] }))

export const frozenListAddress = (id: number) => `/eligibility/lists/${id}`

/** Names the place of a frozen list: "Batch 2023 · Surgery". */
export const listPlace = ({ batch, department }: NonNullable<VerifiedDocument['list']>) =>
  [batch, department ?? 'All departments'].join(DOT)

type State = Pick<CheckedDocument, 'state' | 'ended_on' | 'replaced_by'>

/** Says whether a document stands, plainly. */
export function stateText({ state, ended_on, replaced_by }: State): string {
  const day = ended_on === null ? '' : ` on ${formatDay(ended_on)}`
  if (state === 'replaced') return `This document was replaced${replaced_by ? ` by ${replaced_by}` : ''}${day}`
  return state === 'withdrawn' ? `This document was withdrawn${day}` : 'This document stands'
}
