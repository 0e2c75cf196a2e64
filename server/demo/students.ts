import { STUDENT_STATUSES } from '../../shared/labels.ts'
import type { Db } from '../db/types.ts'
import type { Batch, College } from './college.ts'
import { accountDay, addDays } from './days.ts'
import { insertForIds, insertRows } from './insert.ts'
import { nameSource, otherName, type PersonName, phoneNumber, RESERVED_NAMES, urduName } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import { SENTENCES } from './sentences.ts'

type StudentStatus = (typeof STUDENT_STATUSES)[number]

export interface Student {
  id: number
  userId: number
  name: string
  latin: string
  rollNo: string
  batch: Batch
  status: StudentStatus
  isDemo: boolean
}

/** Students of each batch, from the fifth year to the first. */
const SIZES = [110, 120, 112, 106, 108]
const DEMO_STUDENT: PersonName = { name: 'Ayesha Siddiqui', latin: 'Ayesha Siddiqui', gender: 'female' }
/** The fourth-year batch, 14th on its roll. */
const DEMO_PLACE = { batch: 1, number: 14 }
/** The last of each batch repeat a year: their roll numbers follow the last one of the batch they came from. */
const REPEATERS = 3
const UNUSUAL = STUDENT_STATUSES.filter((status) => status !== 'active')

function statusOf(batchIndex: number, number: number): StudentStatus {
  if (number % 15 !== 7) return 'active'
  const turn = Math.floor(number / 15)
  const status = UNUSUAL[(turn + batchIndex * 2) % UNUSUAL.length] as StudentStatus
  // Only who is in the last year can have graduated.
  if (batchIndex === 0 && turn % 3 === 0) return 'graduated'
  return status === 'graduated' && batchIndex > 0 ? 'on_leave' : status
}

/** Draws names for the numbers of a roll. Every fourteenth is one of the lists, in Urdu twice for each of the others. */
function rollNames(random: Random): (number: number) => PersonName {
  const ordinary = nameSource(random, [...RESERVED_NAMES, DEMO_STUDENT.latin])
  let turn = -1
  return (number) => {
    if (number % 14 !== 5) return ordinary.next()
    turn += 1
    const others = Math.floor(turn / 3)
    return (turn % 3 === 2 ? otherName(others) : urduName(turn - others)) ?? ordinary.next()
  }
}

/** Returns the place of a student on the roll, and the batch that a repeater came from. */
function placeOf(batches: Batch[], batchIndex: number, number: number) {
  const [size, before] = [SIZES[batchIndex] as number, SIZES[batchIndex - 1] as number]
  const batch = batches[batchIndex] as Batch
  const older = number > size - REPEATERS ? batches[batchIndex - 1] : undefined
  const rollNumber = older ? number - size + REPEATERS + before : number
  const { intake } = older ?? batch
  return {
    batch,
    older,
    intake,
    rollNo: `MBBS-${String(intake % 100).padStart(2, '0')}${String(rollNumber).padStart(3, '0')}`,
  }
}

function planStudent(
  batches: Batch[],
  batchIndex: number,
  number: number,
  nameFor: (number: number) => PersonName,
  random: Random,
) {
  const isDemo = batchIndex === DEMO_PLACE.batch && number === DEMO_PLACE.number
  const person = isDemo ? DEMO_STUDENT : nameFor(number)
  const { batch, older, intake, rollNo } = placeOf(batches, batchIndex, number)
  const admitted = addDays(`${intake}-02-01`, random.whole(0, 13))
  return {
    person,
    isDemo,
    batch,
    older,
    status: isDemo ? ('active' as const) : statusOf(batchIndex, number),
    rollNo,
    admitted,
    born: addDays(admitted, -random.whole(18 * 365, 20 * 365 + 200)),
    phone: random.chance(0.93) ? phoneNumber(random) : null,
    origin: random.chance(0.12) ? `From ${random.pick(SENTENCES.origins)}, lives in the hostel` : null,
    neverSignedIn: !isDemo && random.chance(batchIndex === 4 ? 0.12 : 0.01),
  }
}

function plan({ batches }: College) {
  const random = randomFrom(1973)
  const nameFor = rollNames(random)
  return batches.flatMap((_batch, batchIndex) =>
    Array.from({ length: SIZES[batchIndex] as number }, (_, index) =>
      planStudent(batches, batchIndex, index + 1, nameFor, random),
    ),
  )
}

/** The students with their accounts and batch links. */
export async function fillStudents(tx: Db, college: College): Promise<Student[]> {
  const planned = plan(college)
  const role = college.roles.student as number
  const userIds = await insertForIds(
    tx,
    'users',
    planned.map(({ person, isDemo, rollNo, admitted, neverSignedIn }) => ({
      name: person.name,
      email: isDemo ? 'student@college.test' : `${rollNo.toLowerCase()}@college.test`,
      password_hash: college.passwordHash,
      must_change_password: neverSignedIn,
      signed_in_at: neverSignedIn ? null : new Date(`${college.today}T03:30:00Z`),
      created_at: new Date(`${accountDay(admitted, neverSignedIn, college.today)}T07:00:00Z`),
      updated_at: new Date(`${accountDay(admitted, neverSignedIn, college.today)}T07:00:00Z`),
    })),
  )
  await insertRows(
    tx,
    'user_roles',
    userIds.map((user_id) => ({ user_id, role_id: role })),
  )
  const ids = await insertForIds(
    tx,
    'students',
    planned.map((student, index) => ({
      user_id: userIds[index] as number,
      roll_no: student.rollNo,
      role_id: role,
      phone: student.phone,
      gender: student.person.gender,
      date_of_birth: student.born,
      date_of_admission: student.admitted,
      current_year: null,
      description: student.origin,
      status: student.status,
      created_at: new Date(`${student.admitted}T07:00:00Z`),
      updated_at: new Date(`${student.admitted}T07:00:00Z`),
    })),
  )
  await insertRows(
    tx,
    'student_batches',
    planned.flatMap(({ batch, older, admitted }, index) => {
      const student_id = ids[index] as number
      const moved = new Date(`${batch.intake + 1}-01-20T05:00:00Z`)
      const since = new Date(`${admitted}T07:00:00Z`)
      const link = { student_id, batch_id: batch.id, status: 'active' as const, created_at: since, ended_at: null }
      if (!older) return [link]
      const at = moved.getTime() < Date.parse(college.today) ? moved : new Date(`${batch.intake}-02-20T05:00:00Z`)
      return [
        { student_id, batch_id: older.id, status: 'inactive' as const, created_at: since, ended_at: at },
        { ...link, created_at: at },
      ]
    }),
  )
  return planned.map(({ person, rollNo, batch, status, isDemo }, index) => ({
    id: ids[index] as number,
    userId: userIds[index] as number,
    name: person.name,
    latin: person.latin,
    rollNo,
    batch,
    status,
    isDemo,
  }))
}
