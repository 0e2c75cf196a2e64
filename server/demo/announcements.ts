import { createHash } from 'node:crypto'
import type { RoleName } from '../../shared/permissions.ts'
import type { Db } from '../db/types.ts'
import type { AcademicName, College } from './college.ts'
import { addDays, during } from './days.ts'
import type { Group } from './groups.ts'
import { insertForIds, insertRows } from './insert.ts'
import { makePdf } from './pdf.ts'
import { randomFrom } from './random.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

interface Story {
  title: string
  text: string
  roles?: RoleName[]
  department?: AcademicName
  /** The place of its batch, from the fifth year to the first. */
  batch?: number
  /** For the group of its department that the demo student is in. */
  isForGroup?: true
  /** The account of its author: the principal, or the head of its department, where it is missing. */
  by?: 'faculty' | 'student-affair'
  /** The name of its file, and the paragraphs on its page. */
  file?: [name: string, page: string[]]
  /** Days since it was announced, and days until its last one. */
  ago: number
  ahead?: number
}

const STORIES: Story[] = [
  {
    title: 'Convocation: what graduates bring and when they come',
    text: [
      'The convocation is held in the main auditorium. Graduates are in their seats by 9:00, families by 9:30.',
      'Bring the original CNIC and the clearance slip of the student affairs office; without them no gown is given out.',
      'Gowns are collected from the gymnasium on the two days before, between 10:00 and 14:00, and returned by 16:00 of the day.',
      'Each graduate has two cards for guests. Children below six stay with a relative outside the hall.',
      'Parking is on the cricket ground; the gate at the emergency stays free for ambulances.',
      'Questions: student affairs office, ground floor, every day between 9:00 and 12:00.',
    ].join('\n\n'),
    file: [
      'convocation-programme.pdf',
      [
        '9:30 Arrival of the guests. 10:00 Recitation and national anthem. 10:10 Address of welcome by the principal.',
        '10:30 Degrees are conferred, in the order of roll numbers. 12:00 Gold medals. 12:30 Oath of the graduates.',
        '13:00 Group photograph on the steps of the main building. 13:30 Lunch in the gymnasium.',
      ],
    ],
    ago: 24,
    ahead: 20,
  },
  {
    title: 'عید کی تعطیلات',
    text: 'کالج تین دن بند رہے گا۔\nوارڈ کی ڈیوٹیاں معمول کے مطابق ہوں گی۔',
    ago: 22,
    ahead: 9,
  },
  {
    title: 'Hepatitis B vaccination',
    text: 'Second dose in the OPD, room 12.',
    roles: ['student'],
    by: 'student-affair',
    ago: 21,
    ahead: 10,
  },
  {
    title: 'Registers by the evening',
    text: 'Please take each register on its day.',
    roles: ['faculty', 'hod'],
    ago: 20,
  },
  { title: 'Reading room open until 22:00', text: 'During the send-up examinations.', ago: 19, ahead: 30 },
  {
    title: 'Ward round at 8:00',
    text: 'In ward 3. Bring the log.',
    department: 'Medicine',
    roles: ['student'],
    ago: 18,
    ahead: 5,
  },
  {
    title: 'Instruments for the workshop',
    text: 'One suturing set for two students.',
    department: 'Surgery',
    ago: 17,
    ahead: 6,
  },
  {
    title: 'Fifth year: elective forms',
    text: 'At the student affairs office.',
    by: 'student-affair',
    batch: 0,
    ago: 16,
    ahead: 14,
  },
  { title: 'First year: white coats', text: 'With a name badge, from Monday on.', batch: 4, ago: 15 },
  { title: 'Salary slips', text: 'Are with the accounts office.', roles: ['clerk', 'faculty'], ago: 14, ahead: 16 },
  { title: 'Water supply of hostel B', text: 'Off on Sunday between 9:00 and 12:00.', ago: 13, ahead: -6 },
  { title: 'Minutes of the academic council', text: 'Are on the notice board.', roles: ['hod', 'principal'], ago: 12 },
  {
    title: 'Bedside teaching moves to ward 5',
    text: 'From Monday on. We meet at the nurses’ desk at 8:15; bring your stethoscope and the case you were given.',
    department: 'Medicine',
    roles: ['student'],
    isForGroup: true,
    by: 'faculty',
    ago: 3,
    ahead: 12,
  },
]

const isDemo = (student: Student) => student.isDemo

/** Adds announcements of the principal, heads, a teacher and the student affairs office; returns how many. */
export async function fillAnnouncements(
  tx: Db,
  { today, departments, batches }: College,
  groups: readonly Group[],
  staff: readonly StaffMember[],
  putFile: (bytes: Buffer) => Promise<string>,
): Promise<number> {
  const random = randomFrom(49)
  const heads = staff.filter(({ isHead }) => isHead)
  const principal = staff.find(({ email }) => email.startsWith('principal@')) ?? heads[0]
  const rows = STORIES.map(({ title, text, roles = [], department, batch, isForGroup, by, ago, ahead }) => {
    const author =
      staff.find(({ email }) => email === `${by}@college.test`) ??
      heads.find((one) => one.department === department) ??
      principal
    const group = isForGroup && groups.find((one) => one.department === department && one.members.some(isDemo))
    const at = new Date(during(addDays(today, -ago), random))
    return {
      title,
      text,
      roles,
      department_id: department ? departments[department] : null,
      batch_id: (group ? group.batch : batches[batch ?? -1])?.id ?? null,
      group_id: group ? group.id : null,
      last_day: ahead === undefined ? null : addDays(today, ahead),
      created_by: author?.userId ?? 0,
      created_at: at,
      updated_at: at,
    }
  })
  const ids = await insertForIds(tx, 'announcements', rows)
  for (const [index, { title, file }] of STORIES.entries()) {
    if (!file) continue
    const [name, page] = file
    const bytes = makePdf(title, [], page)
    await insertRows(tx, 'announcement_files', [
      {
        announcement_id: ids[index] as number,
        name,
        type: 'application/pdf',
        size: bytes.length,
        sha256: createHash('sha256').update(bytes).digest(),
        storage_key: await putFile(bytes),
      },
    ])
  }
  return rows.length
}
