import * as z from 'zod/mini'
import { credential, get, one, post } from '../endpoint.ts'
import { choice, idField, optionalChoice, optionalText, optionalWord, readAt } from '../fields.ts'
import { DECISIONS, RATINGS } from '../labels.ts'
import {
  CODES_AHEAD_MAX,
  CODES_STANDING_MAX,
  LINE_MAX,
  LOG_ENTRIES_MAX,
  REFLECTION_MAX,
  SIGNED_AT_ONCE_MAX,
} from '../limits.ts'
import { StudentRef } from './groups.ts'
import { entriesOfRound, LogEntry, unnumbered } from './log-entries.ts'

const entryIds = (most: number) =>
  z
    .array(idField('Entry'), 'ids must be a list of entries')
    .check(z.minLength(1, 'At least one entry is required'), z.maxLength(most, `At most ${most} entries at once`))

/** The versions that were read: an entry that has changed since is not signed, nor one that is not among them. */
const seen = z.optional(
  z
    .array(z.object({ id: idField('Entry'), updated_at: z.string('updated_at must be the value that was read') }))
    .check(z.maxLength(SIGNED_AT_ONCE_MAX, `At most ${SIGNED_AT_ONCE_MAX} entries at once`)),
)

const signature = {
  decision: choice('Decision', DECISIONS),
  rating: optionalChoice('Rating', RATINGS),
  feedback: optionalText('Feedback', REFLECTION_MAX).check(unnumbered('Feedback')),
  seen,
}

export const SignInput = z.object({ ids: entryIds(SIGNED_AT_ONCE_MAX), ...signature }).check(
  z.refine(({ ids, feedback }) => !feedback || ids.length <= LOG_ENTRIES_MAX, {
    error: `Feedback is for at most ${LOG_ENTRIES_MAX} performances at once`,
    path: ['feedback'],
  }),
)
export type SignInput = z.output<typeof SignInput>

const code = z
  .string('Code is required')
  .check(
    z.trim(),
    z.minLength(1, { error: 'Code is required', abort: true }),
    z.regex(/^\d{6}$/, 'Code must be six digits'),
  )

export const SignByCodeInput = z.object({
  code,
  ...signature,
  /** With the secret of a code kept ahead: the entries that the picture held, which the server may not have yet. */
  secret: z.optional(z.string('secret must be text').check(z.maxLength(64, 'secret is not one'))),
  entries: z.optional(entriesOfRound),
  /** The student’s name as the picture told it, or its SHA-256 in hex, folded: another one is refused. */
  student: optionalWord('Student', LINE_MAX),
})
export type SignByCodeInput = z.output<typeof SignByCodeInput>

const requiredText = (name: string, missing: string) =>
  z.pipe(optionalText(name, REFLECTION_MAX).check(unnumbered(name)), z.string(missing))

export const ReturnInput = z.object({
  feedback: requiredText('Feedback', 'Please say what is to be corrected'),
  ...readAt,
})
export const UnsignInput = z.object({
  reason: requiredText('Reason', 'Please say why the signature is taken back'),
  ...readAt,
})

/** A code for entries: six digits, the address that its picture opens, and its end. */
export const LogCode = z.object({ code: credential, url: credential, expires_at: z.string() })
export type LogCode = z.infer<typeof LogCode>

/** A code that the device keeps for when there is no network; its secret is in the picture alone. */
export const LogCodeAhead = z.object({ code: credential, secret: credential, url: credential, expires_at: z.string() })
export type LogCodeAhead = z.infer<typeof LogCodeAhead>

/** The entries under a code, for the person who is to sign them. */
export const CodeEntries = z.object({
  student: StudentRef,
  entries: z.array(LogEntry),
  expires_at: z.string(),
  /** The reason why the caller can't sign these, if so. */
  refusal: z.nullable(z.string()),
})
export type CodeEntries = z.infer<typeof CodeEntries>

const SIGNING_FAILED = 'Failed to sign'

export const logSigning = {
  sign: post('/log-entries/sign', {
    goesOn: 'change',
    summary: 'Sign performances, all or none',
    action: 'logbook:sign',
    body: SignInput,
    reply: z.object({ data: z.array(LogEntry) }),
    failure: SIGNING_FAILED,
  }),
  giveBack: post('/log-entries/:id/return', {
    goesOn: 'change',
    summary: 'Return a performance to its student, with what is to be corrected',
    action: 'logbook:sign',
    body: ReturnInput,
    reply: one(LogEntry),
    failure: 'Failed to return the log entry',
  }),
  unsign: post('/log-entries/:id/unsign', {
    goesOn: 'change',
    summary: 'Take back the own signature within a day, with the reason',
    action: 'logbook:sign',
    body: UnsignInput,
    reply: one(LogEntry),
    failure: 'Failed to take back the signature',
  }),
  makeCode: post('/log-entries/codes', {
    summary: 'A code of ten minutes under which own performances can be signed at the bedside, once',
    action: 'logbook:log',
    body: z.object({ ids: entryIds(LOG_ENTRIES_MAX) }),
    reply: one(LogCode),
    failure: 'Failed to make a code',
  }),
  makeCodesAhead: post('/log-entries/codes/ahead', {
    summary: `${CODES_AHEAD_MAX} codes to be shown without network; the latest ${CODES_STANDING_MAX} stand`,
    action: 'logbook:log',
    reply: z.object({ data: z.array(LogCodeAhead) }),
    failure: 'Failed to make codes',
  }),
  readByCode: get('/log-entries/by-code/:code', {
    summary: 'The performances under a code, for the person who is to sign them',
    action: 'logbook:sign',
    params: { code },
    reply: one(CodeEntries),
    failure: 'Failed to find this code',
  }),
  signByCode: post('/log-entries/sign-by-code', {
    goesOn: 'change',
    summary: 'Sign the performances under a code, with `seen` those alone; the code is used then',
    action: 'logbook:sign',
    body: SignByCodeInput,
    reply: z.object({ data: z.array(LogEntry) }),
    failure: SIGNING_FAILED,
  }),
}
