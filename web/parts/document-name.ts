import type { CheckedDocument } from '../../shared/contract/verified-documents.ts'
import { DOCUMENT_WORDS, wordOf } from '../../shared/labels.ts'

/** Names a document that was given out: "Logbook 2026-000123". */
export const documentName = ({ kind, number }: Pick<CheckedDocument, 'kind' | 'number'>) =>
  `${wordOf(DOCUMENT_WORDS, kind)} ${number}`

/** Stands in the place of a download for staff of a department. */
export const CLOSED_FILE = 'Tells of other departments too'
