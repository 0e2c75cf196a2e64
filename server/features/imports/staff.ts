import * as z from 'zod/mini'
import { emailGiven, emailNotBoth } from '../../../shared/account-fields.ts'
import { StaffChange, StaffInput } from '../../../shared/contract/staff.ts'
import { roleWord } from '../../../shared/labels.ts'
import { mayAssign } from '../../../shared/permissions.ts'
import { storedPhone } from '../../../shared/phones.ts'
import type { Caller } from '../../core/caller.ts'
import { showsDepartment } from '../../core/scope.ts'
import { dateProblems } from '../staff/rules.ts'
import { COLUMNS } from './columns.ts'
import { blame, type Errors } from './file-row.ts'
import type { Kind } from './kinds.ts'
import type { NamedRecord } from './names.ts'
import type { OwnPlan } from './own.ts'
import { otherPersonProblem, type Person, peopleRules, withoutEmail } from './people.ts'
import type { findStaffAccounts } from './reads.ts'
import { asPeopleSay, rolesText } from './roles.ts'

type Account = Awaited<ReturnType<typeof findStaffAccounts>>[number]

export interface StaffOptions {
  departments: readonly NamedRecord[]
  designations: readonly NamedRecord[]
  roles: readonly NamedRecord[]
}

function personOf(
  caller: Caller,
  own: OwnPlan,
  { id, user_id, updated_at, roles, ...values }: Account,
): Person | undefined {
  if (id === null || updated_at === null) return undefined
  // Staff of another department do not exist for this caller; only their emails and numbers are taken.
  if (!showsDepartment(caller, values.department_id)) return undefined
  return { id, userId: user_id, updatedAt: updated_at, roles, values: { ...values, ...own.valuesOf({ id, roles }) } }
}

/** A number's digits: more are none of a staff number. */
const DIGITS_MOST = 8

/** Returns a number of a file, and what it was if a spreadsheet dropped its zeros: "7" may be "007". */
export const withZeros = (number: string): string[] => [
  number,
  ...(/^\d+$/.test(number)
    ? Array.from({ length: Math.max(0, DIGITS_MOST - number.length) }, (_, more) => '0'.repeat(more + 1) + number)
    : []),
]

/** Says that a number may be another one without its zeros: it would make a second account of a person. */
function cutProblem(number: string | undefined, byNumber: ReadonlyMap<string | undefined, unknown>) {
  const whole = withZeros(number ?? '').find((one) => byNumber.has(one))
  if (whole === undefined || whole === number) return undefined
  return `There is a staff number ${whole}. Spreadsheets drop the zeros: write it with them.`
}

/** Returns why somebody can't be given this role. */
function roleProblem(
  caller: Caller,
  role: string,
  person: Person | undefined,
  roles: readonly NamedRecord[],
): string | undefined {
  if (!mayAssign(caller.roles, role))
    return `You are not allowed to assign the role ${roleWord(role)}. ${rolesText(caller, roles)}`
  if (role === 'student') return 'The student role is not for staff'
  return person?.userId === caller.id ? 'You cannot change your own roles' : undefined
}

/** Made once: a schema that is new with each file is slow for its first thousands of rows. */
const NewStaff = z
  .object({ ...StaffInput.shape, phone: storedPhone })
  .check(emailGiven('Email is required for user account creation'), emailNotBoth)

/** The plan's rules for staff, who are known by staff number, else by email. */
export function staffKind(
  caller: Caller,
  { departments, designations, roles }: StaffOptions,
  accounts: readonly Account[],
  own: OwnPlan,
): Kind<typeof StaffInput, typeof StaffChange, Person> {
  const rules = peopleRules(caller)
  const byNumber = new Map(accounts.map((account) => [account.staff_no?.toLowerCase(), account]))
  const byEmail = new Map(accounts.map((account) => [account.email?.toLowerCase(), account]))
  return {
    ...rules,
    columns: [...COLUMNS.staff, ...own.columns],
    uniques: [...rules.uniques, ...own.uniques],
    input: NewStaff,
    besides: withoutEmail('staff_no'),
    change: StaffChange,
    options: { department_id: departments, designation_id: designations, role_id: roles.map(asPeopleSay) },
    oneOf: { role_id: rolesText(caller, roles) },
    match: (cells) => {
      const { staff_no, email } = cells
      const ofNumber = staff_no === undefined ? undefined : byNumber.get(staff_no.toLowerCase())
      const ofEmail = email === undefined ? undefined : byEmail.get(email.toLowerCase())
      const account = ofNumber ?? ofEmail
      const person = account && personOf(caller, own, account)
      const errors: Errors = person ? otherPersonProblem(cells, person, 'staff_no') : {}
      blame(errors, 'staff_no', cutProblem(staff_no, byNumber))
      if (ofNumber && !person) errors.staff_no = ['This staff number is already in use']
      if (ofEmail && ofEmail.user_id !== person?.userId) errors.email = ['This email is already in use']
      return { known: person, errors }
    },
    refusals: (given, person): Errors => {
      const problems: Errors = { ...own.taken(given, person?.id), ...dateProblems({ ...person?.values, ...given }) }
      const { department_id, role_id, status } = given
      if (department_id !== undefined && !showsDepartment(caller, Number(department_id)))
        problems.department_id = ['You can only import staff of your own department']
      const role = roles.find(({ id }) => id === role_id)
      const wrongRole = role && roleProblem(caller, role.name, person, roles)
      if (wrongRole) problems.role_id = [wrongRole]
      if (status !== undefined && person?.userId === caller.id) problems.status = ['You cannot change your own status']
      return problems
    },
  }
}
