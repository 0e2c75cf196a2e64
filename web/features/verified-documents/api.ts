import { eligibilityLists } from '../../../shared/contract/eligibility-lists.ts'
import { type VerifiedDocument, verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { callFile } from '../../core/call-file.ts'
import type { Receiving } from '../../core/downloading.ts'
import { everyOf, foundOf, useChange } from '../../core/queries.ts'

/** The documents that were issued about a student, as far as the person may see them. */
export const documentsQuery = (student_id: number) => everyOf(verifiedDocuments.list, { query: { student_id } })

/** Reads all that strangers are told of the document with this code; null where there is none. */
export const checkQuery = (code: string) =>
  foundOf(verifiedDocuments.check, { params: { code } }, { retry: false, gcTime: 0 })

// A frozen list says whether its document stands.
const STALE = { stale: [verifiedDocuments, eligibilityLists] }

export const useIssue = () => useChange(verifiedDocuments.issue, STALE)
export const useWithdraw = () => useChange(verifiedDocuments.withdraw, STALE)

/** Reads the file of a document. */
export const readFileOf =
  ({ id }: Pick<VerifiedDocument, 'id'>) =>
  ({ signal, onReceived, received }: Receiving): Promise<Blob> =>
    callFile(verifiedDocuments.download, { params: { id }, signal }, onReceived, received)
