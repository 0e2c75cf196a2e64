import * as z from 'zod/mini'
import { collegeToday } from '../college-clock.ts'
import { create, get, list, one, post, put } from '../endpoint.ts'
import {
  choice,
  idField,
  idFilters,
  optionalChoice,
  optionalDate,
  optionalId,
  optionalLine,
  optionalText,
  optionalWord,
  readAt,
  requiredDate,
} from '../fields.ts'
import { AGE_BANDS, ATTEMPTS, DECISIONS, LEVELS, LOG_STATUSES, PERSON_GENDERS, RATINGS, SETTINGS } from '../labels.ts'
import { LOG_ENTRIES_MAX, PLACE_MAX, REFLECTION_MAX } from '../limits.ts'
import { LOG_ENTRIES_ONLY } from '../only.ts'
import { nameText, patientIn, patientNameIn, patientNameInPlace, patientText } from '../patient-privacy.ts'
import { NamedRef, StudentRef } from './groups.ts'

/** A performance: one time that a student has done, or seen, a skill. */
export const LogEntry = z.object({
  id: z.int(),
  /** The device's own name of it, by which it is never logged twice. */
  key: z.nullable(z.string()),
  student_id: z.int(),
  student: StudentRef,
  skill_id: z.int(),
  /** With the rules by which it counts. */
  skill: z.object({
    id: z.int(),
    name: z.string(),
    code: z.nullable(z.string()),
    level: z.enum(LEVELS),
    allows_simulation: z.boolean(),
    observed_share: z.int(),
  }),
  department_id: z.int(),
  department: NamedRef,
  performed_on: z.string(),
  place: z.nullable(z.string()),
  setting: z.enum(SETTINGS),
  level: z.enum(LEVELS),
  attempt: z.enum(ATTEMPTS),
  supervisor_id: z.int(),
  supervisor: NamedRef,
  patient_age_band: z.nullable(z.enum(AGE_BANDS)),
  patient_sex: z.nullable(z.enum(PERSON_GENDERS)),
  reflection: z.nullable(z.string()),
  status: z.enum(LOG_STATUSES),
  /** True when it was logged so late that only a head of the department may sign it. */
  is_late: z.boolean(),
  /** The signed entry that this one corrects, and the entry that has taken this one's place. */
  corrects_id: z.nullable(z.int()),
  corrected_by: z.nullable(z.int()),
  decision: z.nullable(z.enum(DECISIONS)),
  rating: z.nullable(z.enum(RATINGS)),
  /** The signer's line, or the reason for which it was returned, or its signature taken back. */
  feedback: z.nullable(z.string()),
  /** The person who has signed, the time, and whether it was at the bedside by code. */
  signed_by: z.nullable(NamedRef),
  signed_at: z.nullable(z.string()),
  signed_by_code: z.boolean(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type LogEntry = z.infer<typeof LogEntry>

/** Refuses a text with a number that identifies a patient. */
export const unnumbered = (name: string) =>
  z.check<unknown>(({ value, issues }) => {
    const found = typeof value === 'string' ? patientIn(value) : undefined
    if (found !== undefined)
      issues.push({ code: 'custom', input: value, path: [], message: `${name} ${patientText(found)}` })
  })

/** Refuses a text with a number, or with a name as it is found, that identifies a patient. */
const unidentified = (name: string, nameIn: typeof patientNameIn) => [unnumbered(name), unnamed(name, nameIn)] as const

const unnamed = (name: string, nameIn: typeof patientNameIn) =>
  z.check<unknown>(({ value, issues }) => {
    const found = typeof value === 'string' ? nameIn(value) : undefined
    if (found !== undefined)
      issues.push({ code: 'custom', input: value, path: [], message: `${name} ${nameText(found)}` })
  })

const key = z.optional(
  z.string('key must be text').check(z.regex(/^[\w-]{8,64}$/, 'key must be 8 to 64 letters, digits or hyphens')),
)

const entryFields = {
  skill_id: idField('Skill'),
  performed_on: requiredDate('Day').check(z.refine((value) => value <= collegeToday(), 'Day can’t be in the future')),
  place: optionalLine('Place', PLACE_MAX).check(...unidentified('Place', patientNameInPlace)),
  setting: z.optional(choice('Setting', SETTINGS)),
  level: choice('Level', LEVELS),
  attempt: z.optional(choice('Attempt', ATTEMPTS)),
  supervisor_id: idField('Supervisor'),
  patient_age_band: optionalChoice('Age of the patient', AGE_BANDS),
  patient_sex: optionalChoice('Sex of the patient', PERSON_GENDERS),
  reflection: optionalText('Reflection', REFLECTION_MAX).check(...unidentified('Reflection', patientNameIn)),
}

const newEntry = { ...entryFields, key, corrects_id: optionalId('Corrected entry') }
const entry = z.object(newEntry)
export type NewLogEntry = z.output<typeof entry>

export const LogEntryChange = z.object({ ...z.partial(z.object(entryFields)).shape, ...readAt })
export type LogEntryChange = z.output<typeof LogEntryChange>

export const entriesOfRound = z
  .array(entry, 'Entries must be a list')
  .check(
    z.minLength(1, 'At least one entry is required'),
    z.maxLength(LOG_ENTRIES_MAX, `At most ${LOG_ENTRIES_MAX} entries at once`),
  )

/** A code kept ahead, under which the new entries can be signed. */
const codeAhead = z.optional(z.string('code must be text').check(z.regex(/^\d{6}$/, 'code must be six digits')))

type LogBody = z.input<typeof entry> | { entries: z.input<typeof entry>[]; code?: string | undefined }

/** A performance, or the `entries` of one round. */
export const LogEntryInput = z.pipe(
  z.transform((body: LogBody) =>
    typeof body === 'object' && body !== null && !Array.isArray(body) ? { ...body, is_round: 'entries' in body } : body,
  ),
  z.discriminatedUnion(
    'is_round',
    [
      z.object({ is_round: z.literal(true), entries: entriesOfRound, code: codeAhead }),
      z.object({ ...newEntry, is_round: z.literal(false), code: codeAhead }),
    ],
    'An entry is required',
  ),
)

const entryQuery = {
  ...idFilters('student_id', 'skill_id', 'department_id', 'batch_id', 'group_id', 'supervisor_id', 'signed_by'),
  status: z.optional(choice('Status', LOG_STATUSES)),
  only: z.optional(choice('only', LOG_ENTRIES_ONLY)),
  from: optionalDate('from'),
  to: optionalDate('to'),
  /** Entries by their ids, `7,9`: those of a hint. */
  ids: optionalWord('ids', 2_000),
}

export const logEntries = {
  list: list('/log-entries', {
    summary: 'The performances of the logbook, the latest first; with `only` the longest waiting; a student’s own only',
    action: 'logbook:read',
    query: entryQuery,
    row: LogEntry,
    failure: 'Failed to fetch log entries',
  }),
  read: get('/log-entries/:id', {
    summary: 'One performance',
    action: 'logbook:read',
    reply: one(LogEntry),
    failure: 'Failed to fetch log entry',
  }),
  create: create('/log-entries', {
    summary: 'Log a performance, or several of one round; one with the key of an earlier one is that one',
    action: 'logbook:log',
    body: LogEntryInput,
    reply: z.object({ data: z.union([LogEntry, z.array(LogEntry)]) }),
    failure: 'Failed to log',
  }),
  update: put('/log-entries/:id', {
    summary: 'Change the own performance while it is not signed; a returned one waits to be signed again',
    action: 'logbook:log',
    body: LogEntryChange,
    reply: one(LogEntry),
    failure: 'Failed to save the log entry',
  }),
  withdraw: post('/log-entries/:id/withdraw', {
    goesOn: 'change',
    summary: 'Withdraw the own performance while it is not signed',
    action: 'logbook:log',
    reply: one(LogEntry),
    failure: 'Failed to withdraw the log entry',
  }),
}
