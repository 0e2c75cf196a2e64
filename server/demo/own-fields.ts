import type { Db } from '../db/types.ts'
import { insertForIds, insertRows } from './insert.ts'
import { nameSource } from './people.ts'
import { type Random, randomFrom } from './random.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

const digits = (random: Random, count: number) => Array.from({ length: count }, () => random.whole(0, 9)).join('')

/** The named district of a CNIC stands in its first five digits. */
const DISTRICTS = ['35202', '35201', '34101', '33100', '36302', '38403']
const cnicOf = (random: Random) => `${random.pick(DISTRICTS)}-${digits(random, 7)}-${random.whole(0, 9)}`

/** The fields that this college has added, with values of most students and of half of the staff; how many fields. */
export async function fillOwnFields(tx: Db, staff: StaffMember[], students: Student[]): Promise<number> {
  const random = randomFrom(1947)
  const fathers = nameSource(random, [])
  const fields = [
    { entity: 'student' as const, name: 'Father', kind: 'text' as const, position: 1 },
    { entity: 'student' as const, name: 'CNIC', kind: 'text' as const, is_unique: true, is_masked: true, position: 2 },
    { entity: 'staff' as const, name: 'PMDC registration', kind: 'text' as const, is_unique: true, position: 1 },
  ]
  const [father = 0, cnic = 0, council = 0] = await insertForIds(tx, 'own_fields', fields)
  const common = { entity: 'student' as const, kind: 'text' as const }
  const numbers = new Set<string>()
  await insertRows(
    tx,
    'own_values',
    students.flatMap(({ id, isDemo }) => {
      const name = fathers.next('male').name
      const number = cnicOf(random)
      const isKnown = isDemo || (random.chance(0.9) && !numbers.has(number))
      if (isKnown) numbers.add(number)
      return [
        { ...common, field_id: father, is_unique: false, student_id: id, value: name },
        ...(isKnown ? [{ ...common, field_id: cnic, is_unique: true, student_id: id, value: number }] : []),
      ]
    }),
  )
  await insertRows(
    tx,
    'own_values',
    staff.flatMap(({ id, grades }) =>
      grades
        ? [
            {
              field_id: council,
              entity: 'staff',
              kind: 'text',
              is_unique: true,
              staff_id: id,
              value: `${10_000 + id * 37}-P`,
            },
          ]
        : [],
    ),
  )
  return fields.length
}
