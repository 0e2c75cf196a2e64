import { dayIn } from '../../core/clock.ts'
import { type PackCall, type PackFile, type PackPart, placeOf } from '../../documents/packs/part.ts'
import { findFileOfShown } from '../verified-documents/reads.ts'
import { boardSheet } from './board.ts'
import { eligibilityDocument, SHEET_COLUMNS, sheetRows } from './documents.ts'
import { indexOf, issuedFile, type PackedList } from './frozen-pack.ts'
import { allRows } from './list-rows.reads.ts'
import { findBoard, listAllFrozen } from './lists.reads.ts'
import { readEligibilityForExport } from './standings.reads.ts'

/** Returns a list as it was frozen: the file of its paper, and that of its names for the board where it has one. */
function filesOf(call: PackCall, list: PackedList): PackFile[] {
  const { db, caller } = call
  const title = `Eligibility list ${list.number}`
  const paper: PackFile = {
    place: placeOf(`list-${list.number}`, list.id),
    title,
    read: async () => ({
      report: await issuedFile(call, await findFileOfShown(db, list.document_id)),
      sheet: { columns: SHEET_COLUMNS, rows: sheetRows(await allRows(db, caller, list.id)) },
    }),
  }
  const board: PackFile = {
    place: placeOf(`board-${list.number}`, list.id),
    title: `${title}, names for the board`,
    read: async () => ({
      report: await issuedFile(call, await findBoard(db, list)),
      sheet: boardSheet(await allRows(db, caller, list.id)),
    }),
  }
  return list.board_sha256 === null ? [paper] : [paper, board]
}

/** Returns the lists of the batch that were frozen in the time, behind a list of them with what each is checked by. */
async function frozenFiles(call: PackCall): Promise<PackFile[]> {
  const { db, caller, of, maker } = call
  const isIn = (day: string) => of.from <= day && day <= of.to
  const lists = (await listAllFrozen(db, caller, { batch_id: of.batch.id })).filter(({ frozen_at }) =>
    isIn(dayIn(maker.timezone, new Date(frozen_at))),
  )
  const index: PackFile = {
    place: 'frozen-lists',
    title: 'Frozen lists, with their codes',
    read: async () => indexOf(call, lists),
  }
  return [index, ...lists.flatMap((list) => filesOf(call, list))]
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
