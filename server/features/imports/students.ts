import * as z from 'zod/mini'
import { emailGiven, emailNotBoth } from '../../../shared/account-fields.ts'
import { StudentChange, StudentInput } from '../../../shared/contract/students.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { SIGN_IN_STATUSES } from '../../../shared/labels.ts'
import { storedPhone } from '../../../shared/phones.ts'
import type { Caller } from '../../core/caller.ts'
import { COLUMNS } from './columns.ts'
import type { Errors } from './file-row.ts'
import { type GroupFacts, planGroups } from './groups.ts'
import type { Kind, PlannedRow } from './kinds.ts'
import type { NamedRecord } from './names.ts'
import type { OwnPlan } from './own.ts'
import { otherPersonProblem, type Person, peopleRules, withoutEmail } from './people.ts'
import type { findStudentAccounts } from './reads.ts'

type Account = Awaited<ReturnType<typeof findStudentAccounts>>[number]

function personOf({ id, user_id, updated_at, roles, ...values }: Account, own: OwnPlan): Person | undefined {
  return id === null || updated_at === null
    ? undefined
    : { id, userId: user_id, updatedAt: updated_at, roles, values: { ...values, ...own.valuesOf({ id, roles }) } }
}

/** Made once: a schema that is new with each file is slow for its first thousands of rows. */
const NewStudent = z
  .object({ ...StudentInput.shape, phone: storedPhone })
  .check(emailGiven('Email is required'), emailNotBoth)

/** The plan's rules for students, who are known by roll number, else by email. */
export function studentKind(
  caller: Caller,
  batches: readonly NamedRecord[],
  accounts: readonly Account[],
  { groups, own }: { groups: GroupFacts; own: OwnPlan },
): Kind<typeof StudentInput, typeof StudentChange, Person> {
  const rules = peopleRules(caller)
  const byEmail = new Map(accounts.map((account) => [account.email?.toLowerCase(), account]))
  const byRoll = new Map(accounts.map((account) => [account.roll_no?.toLowerCase(), account]))
  return {
    ...rules,
    columns: [...COLUMNS.students, ...own.columns],
    uniques: [...rules.uniques, ...own.uniques],
    input: NewStudent,
    besides: withoutEmail('roll_no'),
    change: StudentChange,
    options: { batch_id: batches },
    beside: (cells, data, known) => planGroups(groups, batches, cells, data, known),
    match: (cells) => {
      const { roll_no, email } = cells
      const ofRoll = roll_no === undefined ? undefined : byRoll.get(roll_no.toLowerCase())
      const ofEmail = email === undefined ? undefined : byEmail.get(email.toLowerCase())
      const account = ofRoll ?? ofEmail
      if (!account) return { errors: {} }
      const person = personOf(account, own)
      const isTaken = ofEmail !== undefined && ofEmail.user_id !== person?.userId
      if (isTaken) return { known: person, errors: { email: ['This email is already in use'] } }
      return { known: person, errors: person ? otherPersonProblem(cells, person, 'roll_no') : {} }
    },
    refusals: ({ status, ...given }, person): Errors => ({
      ...own.taken(given, person?.id),
      ...(person?.userId === caller.id && status !== undefined && !SIGN_IN_STATUSES.some((word) => word === status)
        ? { status: ['You cannot end your own account'] }
        : {}),
    }),
  }
}

/** Returns the students whom a file puts into another batch, each with the line that does it. */
export const movingIn = (plan: readonly PlannedRow<Schema, Schema>[]): ReadonlyMap<number, number> =>
  new Map(
    plan.flatMap(({ row, update }) => {
      const change = update?.change as { batch_id?: unknown } | undefined
      return update && change?.batch_id !== undefined ? [[update.id, row.line] as const] : []
    }),
  )

/** Says that students leave their groups with their batch. */
export function leavingNotes(moving: ReadonlyMap<number, number>, inGroups: readonly number[]): string[] {
  const lines = inGroups.map((id) => moving.get(id) ?? 0).sort((one, other) => one - other)
  if (lines.length === 0) return []
  const they =
    lines.length === 1
      ? '1 student changes the batch and leaves'
      : `${lines.length} students change their batch and leave`
  return [`${they} the groups of the former one: the first in line ${lines[0]}.`]
}
