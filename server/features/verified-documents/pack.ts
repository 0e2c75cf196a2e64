import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { DOCUMENT_WORDS, labelOf } from '../../../shared/labels.ts'
import { codeText } from '../../../shared/verification-code.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { factsOf, type PackPart } from '../../documents/packs/part.ts'
import { dayText } from '../../documents/pdf/maker.ts'
import { listAllDocuments } from './reads.ts'

const COLUMNS = [
  'Number',
  'Kind',
  'Student Name',
  'Roll Number',
  'Issued On',
  'Issued By',
  'State',
  'Ended On',
  'Verification Code',
  'SHA-256',
] as const

const rowOf = (one: VerifiedDocument) => [
  one.number,
  DOCUMENT_WORDS[one.kind],
  one.name ?? '',
  one.roll_no ?? '',
  one.issued_on,
  one.issued_by.name,
  labelOf(one.state),
  one.ended_on ?? '',
  codeText(one.verification_code),
  one.sha256,
]

const stateText = ({ state, ended_on }: VerifiedDocument) =>
  ended_on === null ? labelOf(state) : `${labelOf(state)}, ${writtenDay(ended_on)}`

/** The documents that were issued in the time to the present students of the batch, each with what it is checked by. */
export const documentsPack: PackPart = {
  folder: 'documents',
  files: async ({ db, caller, of, maker: { college, timezone } }) => [
    {
      place: 'issued',
      title: 'Issued documents',
      read: async () => {
        const documents = await listAllDocuments(db, caller, { packed: of })
        return {
          report: {
            college,
            title: 'Issued Documents',
            date: dayText(timezone),
            facts: factsOf(of),
            parts: [
              {
                table: {
                  columns: [
                    { label: 'Number', share: 0.13 },
                    { label: 'Kind', share: 0.16 },
                    { label: 'Student', share: 0.24 },
                    { label: 'Issued', share: 0.12 },
                    { label: 'State', share: 0.11 },
                    { label: 'Code', share: 0.24 },
                  ],
                  rows: documents.map((one) => [
                    one.number,
                    DOCUMENT_WORDS[one.kind],
                    [one.name, one.roll_no].filter(Boolean).join(', '),
                    writtenDay(one.issued_on),
                    stateText(one),
                    codeText(one.verification_code),
                  ]),
                  empty: 'No document was issued in this time',
                },
              },
            ],
          },
          sheet: { columns: COLUMNS, rows: documents.map(rowOf) },
        }
      },
    },
  ],
}
