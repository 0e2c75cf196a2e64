import { createHash } from 'node:crypto'
import type { Db } from '../db/types.ts'
import { ACADEMIC, type AcademicName, type Batch, type College, type DepartmentName } from './college.ts'
import { addDays, during } from './days.ts'
import { insertRows } from './insert.ts'
import { makePdf } from './pdf.ts'
import { makePicture } from './picture.ts'
import { randomFrom } from './random.ts'
import { SENTENCES } from './sentences.ts'
import { SHELVES } from './shelves.ts'
import type { StaffMember } from './staff.ts'

interface Entry {
  title: string
  detail: string | null
  type: string
  department: DepartmentName
  /** None is for everybody. */
  batch?: Batch | undefined
  description?: string
  filename: string
  fileType: string
  bytes: Buffer
}

const PDF = 'application/pdf'
const text = (lines: string[]) => Buffer.from(`${lines.join('\n')}\n`)
const fileName = (title: string, ending: string) => `${title.toLowerCase().replace(/[^a-z0-9]+/g, '-')}.${ending}`

/** Seven of each department, in the order in which its shelf names them. */
function shelfOf(department: AcademicName, { batches, today }: College): Entry[] {
  const { lectures, guideline, form, books, chart } = SHELVES[department]
  const sheet = (title: string, kind: string, points: string[]) =>
    makePdf(
      title,
      [
        ['Department', department],
        ['Kind', kind],
      ],
      points,
    )
  const pdf = (title: string, detail: string, type: string, points: string[], batch?: Batch): Entry => ({
    title,
    detail,
    type,
    department,
    batch,
    filename: fileName(title, 'pdf'),
    fileType: PDF,
    bytes: sheet(title, type, points),
  })
  const [final, fourth] = batches
  const lastYear = Number(today.slice(0, 4)) - 1
  return [
    ...lectures.map(([title, detail, points], index) =>
      pdf(title, detail, 'Lecture notes', points, index === 0 ? undefined : fourth),
    ),
    pdf(guideline[0], guideline[1], 'Guideline', guideline[2]),
    pdf(
      `${department}: annual paper ${lastYear}`,
      'Time allowed: three hours',
      'Past paper',
      SENTENCES.pastPaper,
      final,
    ),
    pdf(form[0], form[1], 'Form', ['Name', 'Roll number', 'Date', 'Findings', 'Signature of the supervisor']),
    {
      title: `Reading list: ${department}`,
      detail: 'Copies are in the reading room',
      type: 'Reading list',
      department,
      filename: fileName(`reading list ${department}`, 'txt'),
      fileType: 'text/plain',
      bytes: text([`Reading list: ${department}`, '', ...books.map((book, index) => `${index + 1}. ${book}`)]),
    },
    {
      title: chart[0],
      detail: 'Figure for the seminar',
      type: 'Figure',
      department,
      filename: fileName(chart[0], 'png'),
      fileType: 'image/png',
      bytes: makePicture(chart[1]),
    },
  ]
}

function ofTheOffices({ batches }: College): Entry[] {
  const csv = (title: string, department: DepartmentName, type: string, lines: string[], batch?: Batch): Entry => ({
    title,
    detail: null,
    type,
    department,
    batch,
    filename: fileName(title, 'csv'),
    fileType: 'text/csv',
    bytes: text(lines),
  })
  const rotations = ACADEMIC.map((name, index) => `Week ${4 * index + 1} to ${4 * index + 4},${name}`)
  return [
    csv(
      'Rotation plan of the final year',
      'Administration & Examination',
      'Timetable',
      ['Weeks,Department', ...rotations],
      batches[0],
    ),
    {
      title: 'Leave application',
      detail: 'To be handed in three days before',
      type: 'Form',
      department: 'Student Affairs',
      filename: 'leave-application.pdf',
      fileType: PDF,
      bytes: makePdf(
        'Leave application',
        [['Office', 'Student Affairs']],
        ['Name', 'Roll number', 'From', 'To', 'Reason'],
      ),
    },
    csv('Opening hours of the reading room', 'Library', 'Timetable', [
      'Day,From,To',
      ...['Monday', 'Tuesday', 'Wednesday', 'Thursday'].map((day) => `${day},08:00,20:00`),
      'Friday,08:00,12:30',
      'Saturday,09:00,17:00',
    ]),
    {
      title: 'لائبریری کے اصول',
      detail: 'Rules of the library, in Urdu',
      type: 'Guideline',
      department: 'Library',
      description: 'Applies to all batches.',
      filename: 'لائبریری کے اصول.txt',
      fileType: 'text/plain',
      bytes: text([
        'لائبریری کے اصول',
        '',
        '۱۔ خاموشی رکھیں۔',
        '۲۔ کتابیں وقت پر واپس کریں۔',
        '۳۔ کھانے پینے کی اشیا نہ لائیں۔',
      ]),
    },
  ]
}

/** Sixty entries of the past year, with a file each. */
export async function fillLibrary(
  tx: Db,
  college: College,
  staff: StaffMember[],
  putFile: (bytes: Buffer) => Promise<string>,
): Promise<number> {
  const random = randomFrom(1886)
  const entries = [...ACADEMIC.flatMap((department) => shelfOf(department, college)), ...ofTheOffices(college)]
  const days = entries.map(() => random.whole(2, 330)).sort((a, b) => b - a)
  const shuffled = random.shuffled(entries)
  const rows = []
  for (const [index, { department, batch, fileType, bytes, ...entry }] of shuffled.entries()) {
    const age = days[index] ?? 2
    const added = during(addDays(college.today, -age), random)
    const teachers = staff.filter((member) => member.department === department && member.grades)
    const uploader = random.pick(teachers.length > 0 ? teachers : staff.filter((member) => member.isHead))
    rows.push({
      ...entry,
      department_id: college.departments[department],
      batch_id: batch?.id ?? null,
      year: batch?.year ?? null,
      uploaded_by: uploader.userId,
      file_type: fileType,
      file_size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      storage_key: await putFile(bytes),
      download_count: random.whole(0, Math.ceil(age / 2)),
      created_at: added,
      updated_at: added,
    })
  }
  await insertRows(tx, 'library_entries', rows)
  return rows.length
}
