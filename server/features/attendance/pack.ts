import type { AttendanceSession } from '../../../shared/contract/attendance.ts'
import { ATTENDANCE_STATUSES, labelOf } from '../../../shared/labels.ts'
import { writtenDay } from '../../../shared/written-day.ts'
import { type PackCall, type PackPart, placeOf } from '../../documents/packs/part.ts'
import { dayText } from '../../documents/pdf/maker.ts'
import type { PdfPart, PdfReport } from '../../documents/pdf/report.ts'
import { listRegisterEntries, listRegisteredGroups, type RegisterEntry } from './pack.reads.ts'
import { listAllSessions } from './reads.ts'

type Group = Awaited<ReturnType<typeof listRegisteredGroups>>[number]

interface Register {
  group: Group
  sessions: readonly AttendanceSession[]
  entries: readonly RegisterEntry[]
}

/** The most sessions beside each other on a page: more of them stand in tables below. */
const SESSIONS_OF_PAGE = 12
const LETTERS = { present: 'P', absent: 'A', leave: 'L' }

const hoursOf = ({ start_time, end_time }: AttendanceSession) => `${start_time}–${end_time}`

const sessionsPart = (sessions: readonly AttendanceSession[]): PdfPart => ({
  heading: 'Sessions',
  table: {
    columns: [
      { label: 'No.', share: 0.07, toRight: true },
      { label: 'Day', share: 0.16 },
      { label: 'Hours', share: 0.16 },
      { label: 'Staff', share: 0.25 },
      { label: 'Status', share: 0.12 },
      { label: 'Present', share: 0.08, toRight: true },
      { label: 'Absent', share: 0.08, toRight: true },
      { label: 'Leave', share: 0.08, toRight: true },
    ],
    rows: sessions.map((session, index) => [
      String(index + 1),
      writtenDay(session.activity_date),
      hoursOf(session),
      session.staff.name,
      labelOf(session.status),
      ...ATTENDANCE_STATUSES.map((status) => (session.counts ? String(session.counts[status]) : '—')),
    ]),
    empty: 'No sessions',
  },
})

/** Tables with a column for each session by its number, as a register on paper has it. */
function registerParts({ sessions, entries }: Register): PdfPart[] {
  const students = [...Map.groupBy(entries, ({ student_id }) => student_id).values()].map((own) => ({
    own: new Map(own.map((entry) => [entry.session_id, entry])),
    who: [own[0]?.roll_no ?? '—', own[0]?.name ?? ''],
  }))
  const parts: PdfPart[] = []
  for (let first = 0; first < sessions.length; first += SESSIONS_OF_PAGE) {
    const beside = sessions.slice(first, first + SESSIONS_OF_PAGE)
    parts.push({
      heading: `Register, sessions ${first + 1} to ${first + beside.length}`,
      table: {
        columns: [
          { label: 'Roll Number', share: 0.15 },
          { label: 'Student Name', share: 0.25 },
          ...beside.map((_, index) => ({ label: String(first + index + 1), share: 0.05, toRight: true })),
        ],
        rows: students.map(({ own, who }) => [
          ...who,
          ...beside.map(({ id }) => {
            const entry = own.get(id)
            return entry ? LETTERS[entry.status] : '—'
          }),
        ]),
        empty: 'No student is in these registers',
      },
    })
  }
  return parts
}

const registerReport = (register: Register, { of, maker }: PackCall): PdfReport => ({
  college: maker.college,
  title: 'Register of Attendance',
  date: dayText(maker.timezone),
  facts: [
    ['Department', register.group.department_name],
    ['Batch', of.batch.name],
    ['Group', register.group.name],
    ['Time', `${writtenDay(of.from)} to ${writtenDay(of.to)}`],
  ],
  parts: [
    sessionsPart(register.sessions),
    ...registerParts(register),
    { notes: ['P: present. A: absent. L: leave. —: not in the register of that session.'] },
  ],
})

const COLUMNS = [
  'Day',
  'Start',
  'End',
  'Staff',
  'Session Status',
  'Student Name',
  'Roll Number',
  'Attendance',
  'Remarks',
] as const

/** Returns a row for each entry; a session without one has a row of its own. */
function registerRows({ sessions, entries }: Register) {
  const bySession = Map.groupBy(entries, ({ session_id }) => session_id)
  return sessions.flatMap((session) => {
    const { activity_date, start_time, end_time, staff, status } = session
    const held = [activity_date, start_time, end_time, staff.name, labelOf(status)]
    const theirs = bySession.get(session.id) ?? []
    if (theirs.length === 0) return [[...held, '', '', '', '']]
    return theirs.map((one) => [...held, one.name, one.roll_no ?? '', labelOf(one.status), one.remarks ?? ''])
  })
}

/** The registers of attendance, by department and group. */
export const attendancePack: PackPart = {
  folder: 'attendance',
  files: async (call) => {
    const { db, caller, of } = call
    const groups = await listRegisteredGroups(db, caller, of)
    return groups.map((group) => ({
      place: `${placeOf(group.department_name, group.department_id)}/${placeOf(group.name, group.id)}`,
      title: `Register of attendance: ${group.department_name}, ${group.name}`,
      read: async () => {
        const sessions = await listAllSessions(db, caller, {
          group_id: group.id,
          from: of.from,
          to: of.to,
          order: 'oldest',
        })
        if (sessions.length === 0) return undefined
        const register = { group, sessions, entries: await listRegisterEntries(db, caller, group.id, of) }
        return { report: registerReport(register, call), sheet: { columns: COLUMNS, rows: registerRows(register) } }
      },
    }))
  },
}
