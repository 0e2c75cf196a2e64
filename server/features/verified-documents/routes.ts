import { NO_SUCH_DOCUMENT, verifiedDocuments } from '../../../shared/contract/verified-documents.ts'
import { mayWithdraw } from '../../../shared/policies/verified-documents.ts'
import { codeIn } from '../../../shared/verification-code.ts'
import { conflict, forbidden, found, HttpError, invalid } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { networkOf } from '../../core/networks.ts'
import { departmentOf } from '../../core/scope.ts'
import { noteSecurity } from '../../core/security-log.ts'
import { makerOf } from '../../documents/pdf/maker.ts'
import type { StudentPaper } from '../../documents/pdf/paper.ts'
import { sendFile } from '../../files/sending.ts'
import { type Call, routes } from '../../http/routes.ts'
import { findStudent, lockStudent } from '../students/reads.ts'
import { countCheck } from './checks.writes.ts'
import { issueDocument, keepPaper } from './issuing.writes.ts'
import { findByCode, findFile, findStanding, listDocuments, lockDocument, lockStanding, readDocument } from './reads.ts'
import { withdrawDocument } from './writes.ts'

/** Refuses a document when one of its kind has just been issued: a second press would take its place at once. */
function refuseNew(standing: Awaited<ReturnType<typeof findStanding>>): void {
  if (standing?.is_new)
    throw conflict(
      `Document ${standing.number} of this kind was issued less than a minute ago. Please look at it first.`,
    )
}

const NO_STUDENT = { student_id: ['Student does not exist'] }

async function issue(call: Call<typeof verifiedDocuments.issue>, papers: readonly StudentPaper[]) {
  const { db, write, afterCommit, caller, body, services, request } = call
  // With the eyes of a department the paper would leave the others out.
  if (departmentOf(caller) !== undefined) throw forbidden('Documents are issued by people who see the whole college.')
  const paper = papers.find(({ kind }) => kind === body.kind)
  if (!paper) throw invalid({ kind: ['This kind is not issued for a student'] })
  const student = await findStudent(db, caller, body.student_id)
  if (!student) throw invalid(NO_STUDENT)
  refuseNew(await findStanding(db, student.id, paper.kind))
  const report = await paper.make(db, caller, student, makerOf(services))
  const issued = await keepPaper(call, { kind: paper.kind, report, student }, (kept) =>
    write(async (tx) => {
      await lockStudent(tx, caller, student.id)
      const former = await lockStanding(tx, student.id, kept.kind)
      refuseNew(former)
      return issueDocument(tx, caller, kept, former)
    }),
  )
  afterCommit(async () => noteSecurity(request, 'export', `document ${issued.number} issued, ${issued.kind}, PDF`))
  return issued
}

/** Over the papers that the features give it. */
export const verifiedDocumentRoutes = (papers: readonly StudentPaper[]) =>
  routes(verifiedDocuments, {
    list: ({ db, caller, query, page }) => listDocuments(db, caller, query, page),

    issue: async (call) => ({ data: await issue(call, papers) }),

    withdraw: async ({ write, caller, params, body }) => ({
      data: await write(async (tx) => {
        const document = await lockDocument(tx, caller, params.id)
        // Lists are withdrawn, like frozen, by people who see the whole college.
        const isBound = document.kind === 'eligibility-list' && departmentOf(caller) !== undefined
        if (isBound || !mayWithdraw(document.kind, caller.roles)) throw forbidden()
        return withdrawDocument(tx, caller, document, body.reason)
      }),
    }),

    download: async (call) => {
      const { db, caller, params, services, reply } = call
      const { id, number, kind } = await readDocument(db, caller, params.id)
      const file = found('File', await findFile(db, caller, id))
      await recordExport(call, { what: `document ${number}, ${kind}`, format: 'pdf', rows: 1, filters: {}, id })
      return sendFile(reply, services.files, file, { disposition: 'attachment' })
    },

    check: async ({ db, params, request, reply }) => {
      reply.header('x-robots-tag', 'noindex')
      // A text that is no code is looked for like one.
      const document = await findByCode(db, codeIn(params.code) ?? '')
      await countCheck(db, networkOf(request), document ? 'found' : 'missed')
      if (!document) throw new HttpError(404, NO_SUCH_DOCUMENT)
      return { data: document }
    },
  })
