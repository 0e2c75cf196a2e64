import type { STAFF_STATUSES } from '../../shared/labels.ts'
import type { RoleName } from '../../shared/permissions.ts'
import { ACADEMIC, type DepartmentName, type Designation } from './college.ts'
import type { PersonName } from './people.ts'

export interface Seat {
  department: DepartmentName
  designation: Designation
  roles: RoleName[]
  status?: (typeof STAFF_STATUSES)[number]
  /** An account that the README names. */
  account?: { email: string; person: PersonName }
}

const account = (name: string, gender: 'male' | 'female', mailbox: string) => ({
  email: `${mailbox}@college.test`,
  person: { name, latin: name, gender },
})

/** Staff who have left or are away: department, place in its list, status. */
const ABSENCES: [DepartmentName, number, (typeof STAFF_STATUSES)[number]][] = [
  ['Surgery', 4, 'on_leave'],
  ['Paediatrics', 5, 'resigned'],
  ['Gynaecology & Obstetrics', 3, 'on_leave'],
  ['ENT', 5, 'transferred'],
  ['Ophthalmology', 1, 'retired'],
  ['Psychiatry', 4, 'inactive'],
  ['Community Medicine', 5, 'terminated'],
]

function academicSeats(department: DepartmentName): Seat[] {
  const isMedicine = department === 'Medicine'
  const headTeaches = department === 'Paediatrics' || department === 'Psychiatry'
  const seats: Seat[] = [
    {
      department,
      designation: 'Professor',
      roles: headTeaches ? ['hod', 'faculty'] : ['hod'],
      ...(isMedicine && { account: account('Prof. Dr. Tariq Mehmood Qureshi', 'male', 'hod') }),
    },
    { department, designation: 'Associate Professor', roles: ['faculty'] },
    {
      department,
      designation: 'Assistant Professor',
      roles: ['faculty'],
      ...(isMedicine && { account: account('Dr. Sana Iftikhar', 'female', 'faculty') }),
    },
    { department, designation: 'Assistant Professor', roles: ['faculty'] },
    { department, designation: 'Senior Registrar', roles: ['faculty'] },
    department === 'Community Medicine'
      ? { department, designation: 'Demonstrator', roles: ['faculty'] }
      : { department, designation: 'Medical Officer', roles: department === 'ENT' ? [] : ['faculty'] },
  ]
  for (const [where, place, status] of ABSENCES) {
    const seat = seats[place]
    if (where === department && seat) seat.status = status
  }
  return seats
}

const office: Seat[] = [
  {
    department: 'Administration & Examination',
    designation: 'Administrator',
    roles: ['admin'],
    account: account('Imran Yousaf Malik', 'male', 'admin'),
  },
  {
    department: 'Administration & Examination',
    designation: 'Principal',
    roles: ['principal'],
    account: account('Prof. Dr. Nighat Parveen Akhtar', 'female', 'principal'),
  },
  {
    department: 'Administration & Examination',
    designation: 'Clerk',
    roles: ['clerk'],
    account: account('Rashid Ali Gondal', 'male', 'clerk'),
  },
  { department: 'Administration & Examination', designation: 'Office Superintendent', roles: ['clerk'] },
  { department: 'Administration & Examination', designation: 'Clerk', roles: ['clerk'] },
  {
    department: 'Student Affairs',
    designation: 'Student Affairs Officer',
    roles: ['student-affair'],
    account: account('Shabana Kausar', 'female', 'student-affair'),
  },
  { department: 'Student Affairs', designation: 'Student Affairs Officer', roles: ['student-affair'] },
  { department: 'Student Affairs', designation: 'Student Affairs Officer', roles: ['student-affair', 'clerk'] },
  { department: 'Student Affairs', designation: 'Clerk', roles: ['clerk'] },
  { department: 'Library', designation: 'Librarian', roles: [] },
  { department: 'Library', designation: 'Librarian', roles: [], status: 'retired' },
  { department: 'Library', designation: 'Clerk', roles: ['clerk'] },
]

export const SEATS: Seat[] = [...ACADEMIC.flatMap(academicSeats), ...office]
