import type { PackPart } from '../../documents/packs/part.ts'
import { eligibilityDocument, SHEET_COLUMNS, sheetRows } from './documents.ts'
import { readEligibilityForExport } from './standings.reads.ts'

/** The eligibility of a batch as it stands when the pack is made. */
export const eligibilityPack: PackPart = {
  folder: 'eligibility',
  files: async ({ db, caller, of, maker, settings }) => [
    {
      place: 'as-it-stands',
      title: 'Eligibility, as it stands',
      read: async () => {
        const rows = await readEligibilityForExport(db, caller, { batch_id: of.batch.id }, settings.ATTENDANCE_MINIMUM)
        const chosen = { batch: of.batch.name, department: undefined, condition: undefined, verdict: undefined }
        return {
          report: eligibilityDocument(rows, chosen, maker),
          sheet: { columns: SHEET_COLUMNS, rows: sheetRows(rows) },
        }
      },
    },
  ],
}
