import type { CheckedDocument } from '../../../shared/contract/verified-documents.ts'
import { formatDay } from '../../core/formats.ts'

type State = Pick<CheckedDocument, 'state' | 'ended_on' | 'replaced_by'>

/** Says whether a document stands, plainly. */
export function stateText({ state, ended_on, replaced_by }: State): string {
  const day = ended_on === null ? '' : ` on ${formatDay(ended_on)}`
  if (state === 'replaced') return `This document was replaced${replaced_by ? ` by ${replaced_by}` : ''}${day}`
  return state === 'withdrawn' ? `This document was withdrawn${day}` : 'This document stands'
}
