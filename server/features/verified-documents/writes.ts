import type { VerifiedDocument } from '../../../shared/contract/verified-documents.ts'
import { documentMay } from '../../../shared/policies/verified-documents.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { refuseUnless } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { readDocument } from './reads.ts'

/** Without the code: who reads the trail is not to be able to show a document as the own. */
export const trail = trailOf<VerifiedDocument>('verified_document', [
  'number',
  'kind',
  'name',
  'roll_no',
  'issued_on',
  'sha256',
  'state',
  'ended_on',
  'replaced_by',
  'reason',
])

/** Withdraws a document, a replaced one too. Its number, code and file stay. @throws 409 when it is withdrawn already */
export async function withdrawDocument(
  tx: Tx,
  caller: Caller,
  document: VerifiedDocument,
  reason: string,
): Promise<VerifiedDocument> {
  refuseUnless(documentMay.withdraw, document.state)
  await tx
    .updateTable('verified_documents')
    .set({ state: 'withdrawn', ended_on: dayIn(caller.zone), withdrawn_by: caller.id, reason })
    .where('id', '=', document.id)
    .execute()
  const withdrawn = await readDocument(tx, caller, document.id)
  await trail.changed(tx, caller, document, withdrawn)
  return withdrawn
}
