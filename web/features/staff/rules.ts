import type { Role } from '../../../shared/contract/roles.ts'
import type { Staff } from '../../../shared/contract/staff.ts'
import { can, mayAssign, mayManage } from '../../../shared/permissions.ts'
import type { StaffCard } from './api.ts'

/** Whether it is the whole record; students get names, departments and designations only. */
export const isWhole = (card: StaffCard): card is Staff => 'user' in card

export const mayEdit = (roles: readonly string[], card: StaffCard): card is Staff =>
  can(roles, 'staff:write') && isWhole(card) && mayManage(roles, card.user.roles)

/** "hod, faculty"; a person may hold several roles. */
export const heldRoles = ({ user }: Pick<Staff, 'user'>) =>
  user.roles.length > 0 ? user.roles.join(', ') : 'No role assigned'

/** The roles that the form offers: those that one may give, never the student's, and always the present one. */
export const roleChoices = (all: readonly Role[], ownRoles: readonly string[], present: number | null) =>
  all.filter(({ id, name }) => id === present || (name !== 'student' && mayAssign(ownRoles, name)))

export type StaffValues = {
  name: string
  email: string
  department_id: string
  designation_id: string
  role_id: string
  phone: string
  gender: '' | NonNullable<Staff['gender']>
  date_of_birth: string
  date_of_joining: string
  date_of_leaving: string
  date_of_retirement: string
  status: Staff['status']
  description: string
  /** The version that was read; part of the draft, so that a restored one can't overwrite a later change unseen. */
  updated_at: string | undefined
}

const text = (value: string | number | null | undefined) => String(value ?? '')

export const newStaffValues = (departmentId: number | undefined): StaffValues => ({
  name: '',
  email: '',
  department_id: text(departmentId),
  designation_id: '',
  role_id: '',
  phone: '',
  gender: '',
  date_of_birth: '',
  date_of_joining: '',
  date_of_leaving: '',
  date_of_retirement: '',
  status: 'active',
  description: '',
  updated_at: undefined,
})

export const staffValues = (person: Staff): StaffValues => ({
  name: person.name,
  email: person.user.email,
  department_id: text(person.department_id),
  designation_id: text(person.designation_id),
  role_id: text(person.role_id),
  phone: text(person.phone),
  gender: person.gender ?? '',
  date_of_birth: text(person.date_of_birth),
  date_of_joining: text(person.date_of_joining),
  date_of_leaving: text(person.date_of_leaving),
  date_of_retirement: text(person.date_of_retirement),
  status: person.status,
  description: text(person.description),
  updated_at: person.updated_at,
})

/** No choice is the id 0, which the contract answers as a missing one. */
export const staffBody = (values: StaffValues) => ({
  ...values,
  department_id: Number(values.department_id),
  designation_id: Number(values.designation_id),
  role_id: values.role_id === '' ? null : Number(values.role_id),
})
