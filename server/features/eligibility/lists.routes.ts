import { eligibilityLists } from '../../../shared/contract/eligibility-lists.ts'
import { dayIn } from '../../core/clock.ts'
import { forbidden, found } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { pageOf } from '../../core/paging.ts'
import { departmentOf } from '../../core/scope.ts'
import { noteSecurity } from '../../core/security-log.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import { sendFile } from '../../files/sending.ts'
import { type Call, routes } from '../../http/routes.ts'
import { keepPaper } from '../verified-documents/issuing.writes.ts'
import { findFileOfShown } from '../verified-documents/reads.ts'
import { boardDocument } from './board.ts'
import { SHEET_COLUMNS, sheetRows } from './documents.ts'
import { frozenAbout, frozenDocument } from './frozen-documents.ts'
import { allRows, compareLists, listRows } from './list-rows.reads.ts'
import { collegeThen, findBoard, findStandingList, listFrozen, readFrozen, readSnapshot } from './lists.reads.ts'
import { BOARD, countKinds, ruleDifferences } from './lists.rules.ts'
import { freezeList, refuseRepeated } from './lists.writes.ts'

async function freeze(call: Call<typeof eligibilityLists.freeze>) {
  const { db, write, afterCommit, caller, body, services, request } = call
  // With the eyes of a department the list would leave the others out.
  if (departmentOf(caller) !== undefined) throw forbidden('Lists are frozen by people who see the whole college.')
  const snapshot = await readSnapshot(db, caller, body, services.settings.ATTENDANCE_MINIMUM)
  // Before it takes a number.
  await refuseRepeated(db, snapshot, await findStandingList(db, snapshot))
  const maker = makerOf(services)
  const paper = {
    kind: 'eligibility-list',
    report: frozenDocument(snapshot, maker),
    student: null,
    beside: { name: BOARD, report: boardDocument(snapshot, maker) },
  } as const
  const list = await keepPaper(call, paper, (kept) =>
    write((tx) => freezeList(tx, caller, snapshot, { ...kept, college: maker.college })),
  )
  afterCommit(async () => noteSecurity(request, 'export', `document ${list.number} issued, eligibility-list, PDF`))
  return list
}

export const frozenRoutes = routes(eligibilityLists, {
  list: ({ db, caller, query, page }) => listFrozen(db, caller, query, page),
  freeze: async (call) => ({ data: await freeze(call) }),
  read: async ({ db, caller, params }) => ({ data: await readFrozen(db, caller, params.id) }),
  rows: ({ db, caller, params, query, page }) => listRows(db, caller, params.id, query, page),

  differences: async ({ db, caller, params, query, page }) => {
    const { kind } = query
    const { differences } = await compareLists(db, caller, params.id, query.with)
    return pageOf(kind ? differences.filter(({ kinds }) => kinds.includes(kind)) : differences, page)
  },
  countDifferences: async ({ db, caller, params, query }) => {
    const { former, later, differences } = await compareLists(db, caller, params.id, query.with)
    return {
      data: { former, later, counts: countKinds(differences), rules: ruleDifferences(former.rules, later.rules) },
    }
  },

  export: async (call) => {
    const { db, caller, params, services, reply } = call
    const { id, format } = params
    const list = await readFrozen(db, caller, id)
    const told = { what: `eligibility list ${list.number}`, format, filters: {}, id }
    if (format === 'pdf') {
      const file = found('File', await findFileOfShown(db, list.document_id))
      await recordExport(call, { ...told, rows: 1 })
      return sendFile(reply, services.files, file, { disposition: 'attachment' })
    }
    if (format === 'board') {
      const file = found('File', await findBoard(db, list))
      await recordExport(call, { ...told, what: `${told.what}, names for the board`, format: 'pdf', rows: 1 })
      return sendFile(reply, services.files, file, { disposition: 'attachment' })
    }
    const rows = await allRows(db, caller, id)
    await recordExport(call, { ...told, rows: rows.length })
    const maker = makerOf(services)
    const college = await collegeThen(db, list)
    const second = { name: 'About', rows: frozenAbout(list, { ...maker, college: college ?? maker.college }) }
    const sheet = { title: 'Eligibility list', columns: SHEET_COLUMNS, rows: sheetRows(rows), second }
    const name = `eligibility-list-${list.number}`
    return sendSheet(reply, { name, day: dayIn(maker.timezone, new Date(list.frozen_at)), ...sheet }, format)
  },
})
