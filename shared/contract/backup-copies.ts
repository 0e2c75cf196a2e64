import * as z from 'zod/mini'

export const RestoreTest = z.object({
  begun_at: z.string(),
  /** Null while it is under way. */
  finished_at: z.nullable(z.string()),
  /** The time of the backup that was restored. */
  taken_at: z.nullable(z.string()),
  tables: z.nullable(z.int()),
  rows: z.nullable(z.int()),
  files: z.nullable(z.int()),
  bytes: z.nullable(z.int()),
  failure: z.nullable(z.string()),
})
export type RestoreTest = z.infer<typeof RestoreTest>

const Copy = z.object({
  begun_at: z.string(),
  finished_at: z.nullable(z.string()),
  /** The time of the backup that was copied. */
  taken_at: z.nullable(z.string()),
  /** The size of the backup, and what of it was new in the bucket. */
  bytes: z.nullable(z.int()),
  sent_bytes: z.nullable(z.int()),
  failure: z.nullable(z.string()),
})

/** Copies of backups in a bucket elsewhere. */
export const Elsewhere = z.object({
  /** Host, bucket and folder; null where none is set. */
  place: z.nullable(z.string()),
  /** Days for which a copy is kept. */
  keep: z.int(),
  /** When the key for paper was made; nothing leaves the machine before. */
  key_made_at: z.nullable(z.string()),
  /** The last try that is over, and the last whole copy. */
  last_try: z.nullable(Copy),
  last_copy: z.nullable(Copy),
  last_restore: z.nullable(RestoreTest),
})
export type Elsewhere = z.infer<typeof Elsewhere>

export const BackupKeyInput = z.object({
  /** When the key was made that this one replaces; null for the first. */
  replaces: z.nullable(
    z.string('Replaces must be text').check(z.maxLength(40, 'Replaces must be at most 40 characters')),
  ),
})
