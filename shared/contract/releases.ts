import * as z from 'zod/mini'

/** New versions of this program, as the list of releases tells them. */
export const Releases = z.object({
  /** The version that runs here. */
  installed: z.string(),
  /** The host of the list; null where none is asked. */
  place: z.nullable(z.string()),
  asked_at: z.nullable(z.string()),
  /** When the list could be read last. */
  read_at: z.nullable(z.string()),
  /** The newest version of the list; null where it names none that is finished. */
  newest: z.nullable(z.string()),
  is_newer: z.boolean(),
  /** The address at which it is told what is new: https alone. */
  page: z.nullable(z.string()),
  /** The reason why the list could not be read when it was asked last. */
  failure: z.nullable(z.string()),
})
export type Releases = z.infer<typeof Releases>
