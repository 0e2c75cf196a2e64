import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import type { GroupMatrix, SkillStanding } from '../../../shared/contract/logbook.ts'
import { counted, LEVEL_WORDS, labelOf } from '../../../shared/labels.ts'
import { endText, writtenDay } from '../../../shared/written-day.ts'
import { dayOf } from '../../core/today.ts'
import { dayText, type Maker, signatureLines } from '../../documents/pdf/maker.ts'
import type { PdfPart, PdfReport } from '../../documents/pdf/report.ts'

const COUNTED =
  'Counted: signed as completed, at the level of the skill, within the dates of the requirement, with a patient unless the skill allows simulation.'

interface Named {
  id: number
  name: string
}

const requiredText = ({ required, counted: done }: SkillStanding) =>
  required === null ? '—' : `${done} of ${required}`

function countsPart(department: Named, standings: readonly SkillStanding[]): PdfPart {
  return {
    heading: department.name,
    table: {
      columns: [
        { label: 'Skill', share: 0.46 },
        { label: 'Level', share: 0.24 },
        { label: 'Counted', share: 0.15, toRight: true },
        { label: 'Signed', share: 0.15, toRight: true },
      ],
      rows: standings.map((one) => [
        one.skill.name,
        LEVEL_WORDS[one.skill.level],
        requiredText(one),
        String(one.signed),
      ]),
      empty: 'Nothing is required or logged',
    },
  }
}

function entriesPart(entries: readonly LogEntry[]): PdfPart {
  return {
    table: {
      columns: [
        { label: 'Day', share: 0.13 },
        { label: 'Skill', share: 0.27 },
        { label: 'What was done', share: 0.2 },
        { label: 'Place', share: 0.14 },
        { label: 'Signed by', share: 0.26 },
      ],
      rows: entries.map((entry) => [
        writtenDay(entry.performed_on),
        entry.skill.name,
        [
          LEVEL_WORDS[entry.level],
          entry.setting === 'patient' ? undefined : 'simulated',
          decisionText(entry),
          entry.corrected_by === null ? undefined : 'corrected later',
        ]
          .filter(Boolean)
          .join(', '),
        entry.place ?? '—',
        `${entry.signed_by?.name ?? ''}, ${entry.signed_at ? writtenDay(dayOf(entry.signed_at)) : ''}`,
      ]),
      empty: 'No signed performances',
    },
  }
}

const decisionText = ({ decision }: LogEntry) =>
  decision === null || decision === 'completed' ? undefined : labelOf(decision).toLowerCase()

interface OwnLogbook {
  student: { name: string; roll_no: string | null }
  standings: readonly SkillStanding[]
  /** The signed entries, the latest first. */
  entries: readonly LogEntry[]
}

/** Returns the logbook of a student as it is printed: counts and signed performances of each department, with lines to sign. */
export function studentDocument({ student, standings, entries }: OwnLogbook, maker: Maker): PdfReport {
  const { college, timezone } = maker
  const departments = new Map([...standings, ...entries].map(({ department }) => [department.id, department] as const))
  return {
    college,
    title: 'Logbook',
    date: dayText(timezone),
    facts: [
      ['Student Name', student.name],
      ['Roll Number', student.roll_no ?? ''],
      ['Signed', counted(entries.length, 'performance')],
    ],
    foot: [student.roll_no, student.name].filter(Boolean).join(' · '),
    parts: [
      ...[...departments.values()].flatMap((department) => [
        countsPart(
          department,
          standings.filter((one) => one.department.id === department.id),
        ),
        entriesPart(entries.filter((one) => one.department.id === department.id)),
      ]),
      {
        notes: [COUNTED],
        signatures: ['Student', ...signatureLines(maker, 'Head of department or principal')],
        isWhole: true,
      },
    ],
  }
}

interface Matrix extends Pick<GroupMatrix, 'group' | 'skills' | 'students'> {
  /** The day for which it was asked. */
  day?: string | null | undefined
}

const groupFacts = ({ group, day }: Matrix) =>
  [
    ['Department', group.department.name],
    ['Batch', group.batch.name],
    ['Group', group.name],
    ...(day ? [['As of', writtenDay(day)] as const] : []),
  ] as const

type Row = Matrix['students'][number]

/** Returns a cell of the matrix: how many count of how many, what waits, and whether that is behind. */
const cellText = (matrix: Matrix, { task_id, counted: done, logged, is_behind }: Row['cells'][number]) => {
  const { required = 0 } = matrix.skills.find((one) => one.task_id === task_id) ?? {}
  return [`${done} of ${required}`, logged > 0 && `${logged} to sign`, is_behind && 'behind'].filter(Boolean).join(', ')
}

/** Sums a student's row for a spreadsheet: what counts, of each requirement at most what it asks for, and what waits. */
function sumsOf({ skills, group }: Matrix, { cells }: Row) {
  const of = (id: number) => skills.find(({ task_id }) => task_id === id)
  const behind = cells.flatMap(({ task_id, is_behind }) => (is_behind ? (of(task_id)?.name ?? []) : []))
  return [
    cells.reduce((sum, { task_id, counted: done }) => sum + Math.min(done, of(task_id)?.required ?? 0), 0),
    skills.reduce((sum, { required }) => sum + required, 0),
    cells.reduce((sum, { logged }) => sum + logged, 0),
    behind.join('; '),
    group.department.name,
    group.batch.name,
    group.name,
  ]
}
const SUMS = ['Counted in All', 'Required in All', 'To Be Signed', 'Behind In', 'Department', 'Batch', 'Group']

/** The most requirements beside each other on a page: more of them stand in tables below. */
const COLUMNS_OF_PAGE = 6

/** Returns the students of a group by its requirements, as they are printed. */
export function matrixDocument(matrix: Matrix, { college, timezone }: Maker): PdfReport {
  const parts: PdfPart[] = []
  for (let at = 0; at < Math.max(1, matrix.skills.length); at += COLUMNS_OF_PAGE) {
    const skills = matrix.skills.slice(at, at + COLUMNS_OF_PAGE)
    parts.push({
      table: {
        columns: [
          { label: 'Student Name', share: 0.26 },
          { label: 'Roll Number', share: 0.14 },
          ...skills.map(({ name }) => ({ label: name, share: 0.6 / skills.length })),
        ],
        rows: matrix.students.map(({ student, cells }) => [
          student.name,
          student.roll_no ?? '—',
          ...skills.map(({ task_id }) => {
            const cell = cells.find((one) => one.task_id === task_id)
            return cell ? cellText(matrix, cell) : '—'
          }),
        ]),
        empty: 'No students found',
      },
    })
  }
  return {
    college,
    title: 'Logbook of a Group',
    date: dayText(timezone),
    facts: groupFacts(matrix),
    parts: [...parts, { notes: [COUNTED] }],
  }
}

/** Returns the matrix for a spreadsheet: what counts of each requirement in a column, and their sums. */
export const matrixSheet = (matrix: Matrix, { college, timezone }: Maker) => ({
  title: 'Logbook',
  columns: [
    'Student Name',
    'Roll Number',
    ...matrix.skills.map(({ name, required }) => `${name} (of ${required})`),
    ...SUMS,
  ],
  rows: matrix.students.map((row) => [
    row.student.name,
    row.student.roll_no ?? '',
    ...matrix.skills.map(({ task_id }) => row.cells.find((one) => one.task_id === task_id)?.counted ?? ''),
    ...sumsOf(matrix, row),
  ]),
  second: {
    name: 'About',
    rows: [
      ['College', college],
      ...groupFacts(matrix),
      ['Date', dayText(timezone)],
      ['Counted', COUNTED],
      ...matrix.skills.map(({ name, required, ...ends }) => [
        name,
        [`required ${required}`, endText(ends)].filter(Boolean).join(', '),
      ]),
    ],
  },
})
