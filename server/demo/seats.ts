import * as z from 'zod/mini'
import { STAFF_STATUSES } from '../../shared/labels.ts'
import { ROLES } from '../../shared/permissions.ts'
import { DEPARTMENTS, DESIGNATIONS } from './college.ts'
import { gender } from './names.ts'
import { readTexts } from './texts.ts'

const seat = z.strictObject({
  department: z.enum(DEPARTMENTS),
  designation: z.enum(DESIGNATIONS),
  roles: z.array(z.enum(ROLES)),
  /** Set for staff who have left or are away. */
  status: z.optional(z.enum(STAFF_STATUSES)),
  /** An account that the README names. */
  account: z.optional(
    z.strictObject({ email: z.string(), person: z.strictObject({ name: z.string(), latin: z.string(), gender }) }),
  ),
})
export type Seat = z.infer<typeof seat>

export const SEATS = readTexts('seats', z.array(seat))
