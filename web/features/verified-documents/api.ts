import { eligibilityLists } from '../../../shared/contract/eligibility-lists.ts'
import { type VerifiedDocument, verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { callFile } from '../../core/call-file.ts'
import type { Receiving } from '../../core/downloading.ts'
import { needsOf } from '../../core/needs.ts'
import { everyOf, foundOf, queryOf, useChange } from '../../core/queries.ts'
import { addressOf } from './rules.ts'

/** The documents that were issued about a student, as far as the person may see them. */
export const documentsQuery = (student_id: number) => everyOf(verifiedDocuments.list, { query: { student_id } })

const PER_PAGE: PageSize = 50

/** Every document that the person may see, the newest first. */
export const issuedQuery = (filter: ReturnType<typeof addressOf>, page: number) =>
  queryOf(
    verifiedDocuments.list,
    { query: { ...filter, page, per_page: PER_PAGE } },
    { sameBut: ['q', 'kind', 'state', 'page'] },
  )

/** The query to start when the list is opened. */
export const issuedNeeds = needsOf((address) => [issuedQuery(addressOf(address), address.page)])

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
