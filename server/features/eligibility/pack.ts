import { dayIn } from '../../core/clock.ts'
import { type PackCall, type PackFile, type PackPart, placeOf } from '../../documents/packs/part.ts'
import { eligibilityDocument, SHEET_COLUMNS, sheetRows } from './documents.ts'
import { frozenDocument } from './frozen-documents.ts'
import { allRows } from './list-rows.reads.ts'
import { listAllFrozen } from './lists.reads.ts'
import { readEligibilityForExport } from './standings.reads.ts'

/** Returns the lists of the batch that were frozen in the time, as they were frozen. */
async function frozenFiles({ db, caller, of, maker }: PackCall): Promise<PackFile[]> {
  const lists = await listAllFrozen(db, caller, { batch_id: of.batch.id })
  const isIn = (day: string) => of.from <= day && day <= of.to
  return lists
    .filter(({ frozen_at }) => isIn(dayIn(maker.timezone, new Date(frozen_at))))
    .map((list) => ({
      place: placeOf(`list-${list.number}`, list.id),
      title: `Eligibility list ${list.number}`,
      read: async () => {
        const rows = await allRows(db, caller, list.id)
        return {
          report: frozenDocument({ ...list, rows }, maker),
          sheet: { columns: SHEET_COLUMNS, rows: sheetRows(rows) },
        }
      },
    }))
}

/** The eligibility of a batch as it stands when the pack is made, and its frozen lists of the time. */
export const eligibilityPack: PackPart = {
  folder: 'eligibility',
  files: async (call) => [...asItStands(call), ...(await frozenFiles(call))],
}

function asItStands({ db, caller, of, maker, settings }: PackCall): PackFile[] {
  return [
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
  ]
}
