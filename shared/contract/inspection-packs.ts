import * as z from 'zod/mini'
import { create, get, list, one, remove } from '../endpoint.ts'
import { idField, requiredDate } from '../fields.ts'
import { PACK_STATES } from '../labels.ts'
import { PACK_DAYS_MAX, PACKS_A_DAY_MAX } from '../limits.ts'
import { NamedRef } from './groups.ts'

export const InspectionPack = z.object({
  id: z.int(),
  batch: NamedRef,
  /** The first and last day of the time, `YYYY-MM-DD`. */
  from: z.string(),
  to: z.string(),
  asked_by: NamedRef,
  state: z.enum(PACK_STATES),
  /** The files that are in it so far. */
  files_done: z.int(),
  /** Null until they have been counted. */
  files_total: z.nullable(z.int()),
  /** The last time that it was begun: after a restart of the server it begins again. */
  begun_at: z.nullable(z.string()),
  /** The seconds that it may still take, by what is done; null while nobody can say. */
  seconds_left: z.nullable(z.int()),
  finished_at: z.nullable(z.string()),
  /** Tells why there is none, for one that has failed. */
  failure: z.nullable(z.string()),
  /** The bytes of the ZIP and its SHA-256 in hex, once it is ready. */
  size: z.nullable(z.int()),
  sha256: z.nullable(z.string()),
  kept_until: z.nullable(z.string()),
  created_at: z.string(),
})
export type InspectionPack = z.infer<typeof InspectionPack>

const DAY_MS = 24 * 60 * 60 * 1000
const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

export const InspectionPackInput = z
  .object({ batch_id: idField('Batch'), from: requiredDate('From'), to: requiredDate('To') })
  .check(
    z.refine(({ from, to }) => from <= to, { path: ['to'], error: 'To must not be before From' }),
    z.refine(({ from, to }) => daysBetween(from, to) < PACK_DAYS_MAX, {
      path: ['to'],
      error: `The time must be at most ${PACK_DAYS_MAX} days long`,
    }),
  )

export const inspectionPacks = {
  list: list('/inspection-packs', {
    summary: 'Inspection packs that are kept or under way, the newest first',
    action: 'packs:make',
    row: InspectionPack,
    failure: 'Failed to fetch inspection packs',
  }),
  create: create('/inspection-packs', {
    costly: true,
    summary: 'Ask for the inspection pack of a batch and a time; it is made in the background, one at a time',
    action: 'packs:make',
    body: InspectionPackInput,
    reply: one(InspectionPack),
    aDay: { most: PACKS_A_DAY_MAX, noun: 'inspection packs' },
    failure: 'Failed to ask for the inspection pack',
  }),
  remove: remove('/inspection-packs/:id', {
    summary: 'Cancel an inspection pack that is under way, or delete one with its file',
    action: 'packs:make',
    failure: 'Failed to remove the inspection pack',
  }),
  download: get('/inspection-packs/:id/download', {
    summary: 'The file of an inspection pack; a Range goes on after a break',
    action: 'packs:make',
    file: { type: 'application/zip', description: 'A ZIP' },
    failure: 'Failed to download the inspection pack',
  }),
}
