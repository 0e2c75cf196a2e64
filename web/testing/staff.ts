import { accounts } from '../../shared/contract/accounts.ts'
import { departments } from '../../shared/contract/departments.ts'
import { designations } from '../../shared/contract/designations.ts'
import { roles } from '../../shared/contract/roles.ts'
import { staff } from '../../shared/contract/staff.ts'
import { pageOf, refuse, served } from './network.ts'
import { department, designation, role, staffMember } from './records.ts'

export const medicine = department({ id: 1 })

export const farooq = staffMember({
  id: 2,
  name: 'Dr. Farooq',
  user_id: 102,
  user: { id: 102, email: 'farooq@college.test', roles: ['faculty'] },
  department: medicine,
  phone: '03001234567',
  gender: 'male',
  date_of_birth: '1980-05-17',
  date_of_joining: '2015-09-01',
  description: 'Ward 3',
  never_signed_in: false,
})

/** Serves everything that the staff's form reads, with these departments and roles to choose from. */
export const serveStaff = (person = farooq, { places = [medicine], held = [role()] } = {}) =>
  served(
    [departments.list, pageOf(places)],
    [designations.list, pageOf([designation()])],
    [roles.list, pageOf(held)],
    [staff.currentUser, refuse(404, 'Record not found.')],
    [staff.list, pageOf([person])],
    [accounts.list, pageOf([])],
    [staff.read, () => ({ data: person })],
  )
