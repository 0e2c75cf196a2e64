import type { CheckedDocument, VerifiedDocument } from '../../shared/contract/verified-documents.ts'

const ISSUED = {
  number: '2026-000123',
  kind: 'logbook',
  name: 'Ali Raza',
  roll_no: 'MBBS-22001',
  issued_on: '2026-03-02',
  sha256: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
  state: 'stands',
  ended_on: null,
  replaced_by: null,
} satisfies Omit<CheckedDocument, 'board_sha256'>

/** Makes the answer to a stranger: the SHA-256 is that of the text `abc`. */
export const checkedDocument = (changes: Partial<CheckedDocument> = {}): CheckedDocument => ({
  ...ISSUED,
  board_sha256: null,
  ...changes,
})

export const issuedDocument = (changes: Partial<VerifiedDocument> = {}): VerifiedDocument => ({
  ...ISSUED,
  id: 4,
  verification_code: '0123456789ABCDEF',
  student_id: 11,
  list: null,
  issued_by: { id: 3, name: 'Sana Tariq' },
  withdrawn_by: null,
  reason: null,
  size: 12_000,
  is_open: true,
  created_at: '2026-03-02T08:00:00.000Z',
  ...changes,
})
