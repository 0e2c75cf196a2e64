import type * as z from 'zod/mini'
import { type LogEntryInput, logEntries } from '../../../shared/contract/log-entries.ts'
import { logSigning } from '../../../shared/contract/log-signing.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { forbidden, found, notFound } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import { changing } from '../../http/records.ts'
import { type Routes, routes } from '../../http/routes.ts'
import { readComingPostings } from '../postings/running.reads.ts'
import { readStudent } from '../students/reads.ts'
import { addressOfCode, readByCode, signByCode } from './by-code.ts'
import { readChoices } from './choices.reads.ts'
import { bindAhead, makeCodeFor, makeCodesAhead } from './codes.writes.ts'
import { exportRoutes, readGroupMatrix } from './exports.routes.ts'
import { changeEntry, logPerformances, withdrawEntry } from './logging.writes.ts'
import { listHints } from './plausibility.reads.ts'
import { listEntries, lockEntries, lockEntry, readEntry } from './reads.ts'
import { earliestDay, hintDays } from './rules.ts'
import { giveBackEntry, refuseMissing, signEntries, unsignEntry } from './signing.writes.ts'
import { readStandings } from './standings.reads.ts'

/** @throws 403 for anybody but a student */
function ownStudent(caller: Caller): number {
  const student = studentOf(caller)
  if (!student) throw forbidden('Only students log their performances.')
  return student.id
}

/** The entries of a body, which is a round of several or a single one. */
function roundOf(body: z.output<typeof LogEntryInput>) {
  if (body.is_round) return { ...body, inputs: body.entries }
  const { is_round, code, ...input } = body
  return { is_round, code, inputs: [input] }
}

const entryRoutes = routes(logEntries, {
  list: ({ db, caller, query, page }) => listEntries(db, caller, query, page),

  read: async ({ db, caller, params }) => ({ data: await readEntry(db, caller, params.id) }),

  create: async ({ write, caller, body, services }) => {
    const studentId = ownStudent(caller)
    const { inputs, code, is_round } = roundOf(body)
    const logged = await write(async (tx) => {
      const entries = await logPerformances(
        tx,
        caller,
        {
          studentId,
          backdateDays: services.settings.LOGBOOK_BACKDATE_DAYS,
          fieldOf: (at, field) => (is_round ? `entries.${at}.${field}` : field),
        },
        inputs,
      )
      if (code !== undefined) await bindAhead(tx, studentId, code, entries)
      return entries
    })
    const [first] = logged
    if (!first) throw notFound('Log entry')
    return { data: is_round ? logged : first }
  },

  update: async ({ write, caller, params, body, services }) => {
    ownStudent(caller)
    return {
      data: await write(async (tx) =>
        changeEntry(tx, caller, await lockEntry(tx, caller, params.id), body, services.settings.LOGBOOK_BACKDATE_DAYS),
      ),
    }
  },

  withdraw: async ({ write, caller, params }) => {
    ownStudent(caller)
    return { data: await write(async (tx) => withdrawEntry(tx, caller, await lockEntry(tx, caller, params.id))) }
  },
})

const signingRoutes = routes(logSigning, {
  sign: async ({ write, caller, body: { ids, ...signature } }) => ({
    data: await write(async (tx) => {
      const entries = await lockEntries(tx, caller, ids)
      refuseMissing(entries, ids)
      return signEntries(tx, caller, entries, signature)
    }),
  }),

  giveBack: changing(lockEntry, giveBackEntry),
  unsign: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => {
      const [entry] = await lockEntries(tx, caller, [params.id])
      if (!entry) throw notFound('Log entry')
      return unsignEntry(tx, caller, entry, body)
    }),
  }),

  makeCode: async ({ write, caller, body: { ids }, services }) => {
    ownStudent(caller)
    const { code, expires_at } = await write(async (tx) => makeCodeFor(tx, await lockEntries(tx, caller, ids), ids))
    return { data: { code, url: addressOfCode(services, code), expires_at } }
  },

  makeCodesAhead: async ({ write, caller, services }) => {
    const studentId = ownStudent(caller)
    const codes = await write((tx) => makeCodesAhead(tx, studentId))
    return { data: codes.map((made) => ({ ...made, url: addressOfCode(services, made.code) })) }
  },

  readByCode: async ({ db, caller, params }) => ({ data: await readByCode(db, caller, params.code) }),

  signByCode: async ({ db, write, caller, body, services }) => ({
    data: await signByCode(services, db, write, caller, body),
  }),
})

const ownRoutes = routes(logbook, {
  choices: async ({ db, caller, services }) => ({
    data: {
      ...(await readChoices(db, found('Logbook', studentOf(caller)).id, dayIn(caller.zone))),
      earliest_day: earliestDay(dayIn(caller.zone), services.settings.LOGBOOK_BACKDATE_DAYS),
    },
  }),

  ofStudent: async ({ db, caller, params }) => {
    const { id, name, roll_no, status } = await readStudent(db, caller, params.id)
    const [skills, postings] = await Promise.all([
      readStandings(db, caller, id),
      readComingPostings(db, caller, id, dayIn(caller.zone)),
    ])
    return { data: { student: { id, name, roll_no, status }, skills, postings } }
  },

  ofGroup: async ({ db, caller, params, query }) => ({ data: await readGroupMatrix(db, caller, params.id, query.day) }),

  plausibility: ({ db, caller, query: { from, to, ...filter }, page }) =>
    listHints(db, caller, { ...filter, ...hintDays({ from, to }, dayIn(caller.zone)) }, page),
})

export const logbookRoutes: Routes = (app, services) => {
  entryRoutes(app, services)
  signingRoutes(app, services)
  ownRoutes(app, services)
  exportRoutes(app, services)
}
