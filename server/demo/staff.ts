import type { Db } from '../db/types.ts'
import type { College, DepartmentName, Designation } from './college.ts'
import { accountDay, addDays } from './days.ts'
import { insertForIds, insertRows } from './insert.ts'
import { nameSource, type PersonName, phoneNumber, RESERVED_NAMES, urduName } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { SEATS, type Seat } from './seats.ts'
import { SENTENCES } from './sentences.ts'

export interface StaffMember {
  id: number
  userId: number
  name: string
  department: DepartmentName
  /** Holds a role that grades and is at work. */
  grades: boolean
  isHead: boolean
  email: string
}

/** Years in service, at the least and at the most. */
const SERVICE: Record<Designation, [least: number, most: number]> = {
  Principal: [24, 30],
  Professor: [18, 28],
  'Associate Professor': [10, 18],
  'Assistant Professor': [4, 12],
  'Senior Registrar': [2, 6],
  'Medical Officer': [1, 5],
  Demonstrator: [1, 5],
  Administrator: [8, 20],
  'Office Superintendent': [12, 25],
  'Student Affairs Officer': [2, 15],
  Librarian: [5, 25],
  Clerk: [2, 22],
}
const DOCTORS: Designation[] = [
  'Associate Professor',
  'Assistant Professor',
  'Senior Registrar',
  'Medical Officer',
  'Demonstrator',
]
/** Places in the list whose names are written in Urdu, and which of URDU_NAMES they take: none that a student has. */
const IN_URDU: Record<number, number> = { 9: 28, 21: 29, 51: 30 }

const titled = (person: PersonName, designation: Designation): PersonName => {
  const inUrdu = person.name !== person.latin
  if (designation === 'Professor')
    return { ...person, name: `${inUrdu ? 'پروفیسر ڈاکٹر' : 'Prof. Dr.'} ${person.name}` }
  if (DOCTORS.includes(designation)) return { ...person, name: `${inUrdu ? 'ڈاکٹر' : 'Dr.'} ${person.name}` }
  return person
}

function emailOf(latin: string, taken: Set<string>): string {
  const parts = latin
    .toLowerCase()
    .replace(/^(muhammad|syeda?) (?=.* )/, '')
    .replace(/[^a-z ]/g, '')
    .split(' ')
  const local = `${parts[0]}.${parts.at(-1)}`
  let email = `${local}@college.test`
  for (let number = 2; taken.has(email); number += 1) email = `${local}${number}@college.test`
  taken.add(email)
  return email
}

const YEARS_60 = 21_915

function lifeOf(seat: Seat, today: string, random: Random) {
  const joined = addDays(today, -random.whole(SERVICE[seat.designation][0] * 365, SERVICE[seat.designation][1] * 365))
  const born = addDays(joined, -random.whole(27 * 365, 33 * 365))
  if (seat.status === 'retired') {
    const left = addDays(today, -random.whole(20, 200))
    const dates = { date_of_birth: addDays(left, -YEARS_60), date_of_joining: addDays(joined, -15 * 365) }
    return { ...dates, date_of_leaving: left, date_of_retirement: left }
  }
  const isGone = seat.status && ['transferred', 'terminated', 'resigned'].includes(seat.status)
  const left = isGone ? addDays(today, -random.whole(20, 200)) : null
  return {
    date_of_birth: born,
    date_of_joining: joined,
    date_of_leaving: left,
    date_of_retirement: seat.designation === 'Principal' ? addDays(born, YEARS_60) : null,
  }
}

/** A few were given their account lately and have never used it. */
const isNew = (seat: Seat, index: number) => !seat.account && index % 29 === 28

export async function fillStaff(tx: Db, college: College): Promise<StaffMember[]> {
  const random = randomFrom(1947)
  const reserved = SEATS.flatMap((seat) => (seat.account ? [seat.account.person.latin] : []))
  const names = nameSource(random, [...RESERVED_NAMES, ...reserved])
  const emails = new Set(SEATS.flatMap((seat) => (seat.account ? [seat.account.email] : [])))

  const people = SEATS.map((seat, index) => {
    const drawn = urduName(IN_URDU[index] ?? -1) ?? names.next(random.chance(0.42) ? 'female' : 'male')
    const person = seat.account?.person ?? titled(drawn, seat.designation)
    const life = lifeOf(seat, college.today, random)
    return { seat, person, life, email: seat.account?.email ?? emailOf(person.latin, emails) }
  })
  const userIds = await insertForIds(
    tx,
    'users',
    people.map(({ person, email, life, seat }, index) => ({
      name: person.name,
      email,
      password_hash: college.passwordHash,
      must_change_password: isNew(seat, index),
      signed_in_at: isNew(seat, index) ? null : new Date(`${college.today}T03:30:00Z`),
      created_at: new Date(
        `${accountDay(addDays(life.date_of_joining, 1), isNew(seat, index), college.today)}T06:00:00Z`,
      ),
      updated_at: new Date(
        `${accountDay(addDays(life.date_of_joining, 1), isNew(seat, index), college.today)}T06:00:00Z`,
      ),
    })),
  )
  await insertRows(
    tx,
    'user_roles',
    people.flatMap(({ seat }, index) =>
      seat.roles.map((role) => ({ user_id: userIds[index] as number, role_id: college.roles[role] as number })),
    ),
  )
  const ids = await insertForIds(
    tx,
    'staff',
    people.map(({ seat, person, life }, index) => ({
      user_id: userIds[index] as number,
      department_id: college.departments[seat.department],
      designation_id: college.designations[seat.designation],
      role_id: seat.roles[0] ? (college.roles[seat.roles[0]] as number) : null,
      phone: random.chance(0.95) ? phoneNumber(random) : null,
      gender: person.gender,
      ...life,
      description:
        DOCTORS.includes(seat.designation) && index % 3 === 0
          ? `Interested in ${random.pick(SENTENCES.interests)}`
          : null,
      status: seat.status ?? ('active' as const),
      created_at: new Date(`${addDays(life.date_of_joining, 1)}T06:00:00Z`),
      updated_at: new Date(`${life.date_of_leaving ?? addDays(life.date_of_joining, 1)}T06:00:00Z`),
    })),
  )
  return people.map(({ seat, person, email }, index) => ({
    id: ids[index] as number,
    userId: userIds[index] as number,
    name: person.name,
    department: seat.department,
    grades: !seat.status && seat.roles.some((role) => role === 'hod' || role === 'faculty'),
    isHead: seat.roles[0] === 'hod',
    email,
  }))
}
