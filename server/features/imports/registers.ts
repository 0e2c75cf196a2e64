import { folded } from '../../../shared/folding.ts'
import { labelOf } from '../../../shared/labels.ts'
import { allows } from '../../../shared/policies/policy.ts'
import { sessionMay } from '../../../shared/policies/sessions.ts'
import { timeProblems } from '../../../shared/time-fields.ts'
import { isDay, writtenDay } from '../../../shared/written-day.ts'
import { type EntryStatus, entryOf, NO_ENTRY, timeOf, timeProblem, USUAL_HOURS } from './entry-words.ts'
import { blame, type Errors, type FileRow, told } from './file-row.ts'
import type { KnownGroup } from './groups.ts'
import type { Lack, SetRow } from './kinds.ts'
import { remarksOf } from './marks.ts'
import type { NewRecord } from './new-names.ts'
import type { PastStudent } from './past.reads.ts'
import { countsOn, type PlacedStudent, setRow } from './past.ts'
import type { Membership, PastEntry, PastSession, PastStaff } from './registers.reads.ts'
import { holderOf } from './session-holder.ts'
import { wideHeading } from './wide.ts'
import type { WideColumn } from './wide-facts.ts'

// The plan of an import of attendance: for each row of the file the entries of a student, in one session or in several.

/** A session that is made with the import. */
export interface NewSession {
  newId: number
  group: KnownGroup
  activity_date: string
  start_time: string
  end_time: string
  staff_id: number
}

export interface PlannedEntry {
  line: number
  student: PastStudent
  session: PastSession | NewSession
  status: EntryStatus
  remarks?: string
  outcome: 'create' | 'update' | 'unchanged'
  /** The student joined the group after the session's day. */
  isBefore: boolean
}

export const isNewSession = (one: PlannedEntry['session']): one is NewSession => 'newId' in one
export const keyOfSession = (one: PlannedEntry['session']) =>
  isNewSession(one) ? `${one.newId} ${one.group.id} ${one.activity_date} ${one.start_time}` : String(one.id)

export interface RegisterFacts {
  sessions: readonly PastSession[]
  entries: readonly PastEntry[]
  memberships: readonly Membership[]
  staff: readonly PastStaff[]
  news: readonly NewRecord[]
  wide: readonly WideColumn[]
  today: string
  /** The account of the caller, who holds a session where the file names nobody. */
  callerId: number
}

interface EntryCell {
  field: string
  heading: string
  text: string
  day: string | undefined
}

interface Planned {
  row: FileRow
  placed: PlacedStudent
  lacks: Lack[]
  /** The names of the groups of its entries. */
  groups: Set<string>
}

const keyOf = (groupId: number, day: string) => `${groupId} ${day}`

/** Plans the rows of a file, one after the other. */
export class RegisterPlanner {
  readonly #facts: RegisterFacts
  readonly #sessions: ReadonlyMap<string, PastSession[]>
  readonly #entries: ReadonlyMap<string, PastEntry>
  readonly #members: ReadonlyMap<number, Membership[]>
  readonly #news: ReadonlyMap<string, number>
  readonly #made = new Map<string, NewSession>()
  readonly #seen = new Map<string, number>()

  constructor(facts: RegisterFacts) {
    this.#facts = facts
    this.#sessions = Map.groupBy(facts.sessions, ({ group_id, activity_date }) => keyOf(group_id, activity_date))
    this.#entries = new Map(facts.entries.map((one) => [`${one.attendance_session_id} ${one.student_id}`, one]))
    this.#members = Map.groupBy(facts.memberships, ({ group_id }) => group_id)
    this.#news = new Map(facts.news.map(({ id, name, as }) => [JSON.stringify([folded(name), folded(as ?? '')]), id]))
  }

  plan(row: FileRow, placed: PlacedStudent): SetRow<PlannedEntry> {
    const planned: Planned = { row, placed, lacks: [], groups: new Set() }
    if (this.#facts.wide.length === 0)
      for (const [field, problem] of [
        ['activity_date', 'Day is required'],
        ['status', 'Status is required'],
      ] as const)
        blame(placed.errors, field, row.given[field] === undefined ? problem : undefined)
    const cells = this.#cellsOf(row, placed.errors)
    if (cells.length === 0) blame(placed.errors, 'group_id', placed.groupOn(undefined).problem)
    const entries = cells.map((cell) => this.#entryOf(cell, planned))
    const items = entries.filter((one) => one !== undefined)
    return setRow(row, placed, {
      items,
      lacks: planned.lacks,
      changes: entries.flatMap((entry, at) => this.#changesOf(entry, cells[at]?.heading ?? '')),
      newIds: items.flatMap(({ session }) => (isNewSession(session) ? session.newId : [])),
    })
  }

  #cellsOf({ cells }: FileRow, errors: Errors): EntryCell[] {
    const { activity_date, status } = cells
    const day = isDay(activity_date ?? '') ? activity_date : undefined
    if (activity_date !== undefined && day === undefined)
      blame(errors, 'activity_date', 'Day must be a valid date (YYYY-MM-DD)')
    const own = status === undefined ? [] : [{ field: 'status', heading: 'Status', text: status, day }]
    const wide = this.#facts.wide.flatMap(({ field, heading, day: read, answers }) => {
      const text = cells[field]
      if (text === undefined) return []
      if (read.day === undefined)
        blame(
          errors,
          field,
          read.problem ??
            `${answers.day === undefined ? 'The heading' : 'The text'} "${told(answers.day ?? heading)}" is no day`,
        )
      return [{ field, heading: wideHeading('attendance', heading), text, day: read.day }]
    })
    return [...own, ...wide]
  }

  #entryOf(cell: EntryCell, planned: Planned): PlannedEntry | undefined {
    const { row, placed } = planned
    const { errors, values, student } = placed
    const status = entryOf(cell.text)
    if (status) values[cell.field] = labelOf(status)
    else blame(errors, cell.field, NO_ENTRY)
    const remarks = remarksOf(row.cells.remarks)
    if ('problem' in remarks) blame(errors, 'remarks', remarks.problem)
    const session = this.#sessionOf(cell, planned)
    if (!status || !student || !session || cell.day === undefined) return undefined
    const { before, wasThere, problem } = this.#standingOf(student, session, cell.day)
    blame(errors, cell.field, problem ?? this.#twinProblem(student, session, row.line))
    const posted = { status, ...('problem' in remarks ? {} : remarks) }
    const isSame = before?.status === status && (posted.remarks ?? before.remarks) === before.remarks
    const outcome = !before ? 'create' : isSame ? 'unchanged' : 'update'
    return { ...posted, line: row.line, student, session, outcome, isBefore: !wasThere && !before }
  }

  /** The stored entry of a student in a session, and whether there can be one: as where it is taken by hand. */
  #standingOf({ id, name, status }: PastStudent, session: PlannedEntry['session'], day: string) {
    const groupId = isNewSession(session) ? session.group.id : session.group_id
    const own = (this.#members.get(groupId) ?? []).filter(({ student_id }) => student_id === id)
    const before = isNewSession(session) ? undefined : this.#entries.get(`${session.id} ${id}`)
    const wasThere = own.some((one) => countsOn(one, day))
    const isMember = status === 'active' && (wasThere || own.some((one) => one.status === 'active'))
    const problem = before || isMember ? undefined : `${name} is not an active student of this group`
    return { before, wasThere, problem }
  }

  /** Finds the session of a cell, whose day has to have passed. */
  #sessionOf({ field, day }: EntryCell, planned: Planned): PlannedEntry['session'] | undefined {
    const { errors, values, student } = planned.placed
    const { group, problem } = planned.placed.groupOn(day)
    blame(errors, 'group_id', problem)
    if (group) values.group_id = told([...planned.groups.add(group.name)].join(', '))
    if (day === undefined || !group || !student) return undefined
    const at = field === 'status' ? 'activity_date' : field
    if (field === 'status') values.activity_date = writtenDay(day)
    if (day < this.#facts.today) return this.#heldOn(at, day, planned, group)
    blame(errors, at, `${writtenDay(day)} has not passed yet`)
    return undefined
  }

  /** Finds the session of a day, or plans the one that is made; what is wrong goes to the row's errors. */
  #heldOn(at: string, day: string, planned: Planned, group: KnownGroup): PlannedEntry['session'] | undefined {
    const { row, placed } = planned
    const { errors, department } = placed
    const start = row.cells.start_time === undefined ? undefined : timeOf(row.cells.start_time)
    const held = (this.#sessions.get(keyOf(group.id, day)) ?? []).filter(
      ({ start_time }) => start === undefined || start === start_time,
    )
    const meant = held.filter(({ status }) => allows(sessionMay.take, status) || allows(sessionMay.revise, status))
    const [stored] = meant
    if (meant.length > 1)
      blame(errors, at, `${group.name} has several sessions on ${writtenDay(day)}. Say the start time.`)
    else if (!stored && held.length > 0)
      blame(errors, at, `The session of ${group.name} on ${writtenDay(day)} is cancelled`)
    if (meant.length > 1 || held.length > 0) return meant.length === 1 ? stored : undefined
    const newId = this.#news.get(JSON.stringify([folded(group.name), folded(department?.name ?? '')]))
    if (newId === undefined) {
      blame(
        errors,
        at,
        `${group.name} has no session on ${writtenDay(day)}${start === undefined ? '' : ` at ${told(start)}`}`,
      )
      planned.lacks.push({ field: 'session_of', name: group.name, within: department?.name ?? '' })
      return undefined
    }
    return this.#newOf(newId, day, planned, group)
  }

  #newOf(newId: number, day: string, { row, placed }: Planned, group: KnownGroup): NewSession | undefined {
    const { errors, values } = placed
    const { start_time, end_time, staff_id: text } = row.cells
    const hours = {
      start_time: start_time === undefined ? USUAL_HOURS.start_time : timeOf(start_time),
      end_time: end_time === undefined ? USUAL_HOURS.end_time : timeOf(end_time),
    }
    for (const [field, time] of Object.entries(hours)) blame(errors, field, timeProblem(field, time))
    for (const [field, problems] of Object.entries(timeProblems(hours))) blame(errors, field, problems[0])
    Object.assign(values, hours)
    const { staff, problem } = holderOf(this.#facts, group.department_id, text)
    blame(errors, 'staff_id', problem)
    placed.offers.staff_id = this.#facts.staff.flatMap((one) =>
      one.department_id === group.department_id ? [one.name] : [],
    )
    if (!staff) return undefined
    values.staff_id = staff.name
    const of: NewSession = { newId, group, activity_date: day, ...hours, staff_id: staff.id }
    const first = this.#made.get(keyOfSession(of))
    if (!first) this.#made.set(keyOfSession(of), of)
    else if (first.staff_id !== of.staff_id || first.end_time !== of.end_time)
      blame(errors, 'staff_id', 'Another row says another staff member or end of the same session')
    return first ?? of
  }

  /** Says that another row has an entry of the same student in the same session. */
  #twinProblem({ id }: PastStudent, session: PlannedEntry['session'], line: number): string | undefined {
    const key = `${id} ${keyOfSession(session)}`
    const other = this.#seen.get(key)
    if (other === undefined) this.#seen.set(key, line)
    return other === undefined ? undefined : `Line ${other} has the attendance of the same student on the same day`
  }

  #changesOf(entry: PlannedEntry | undefined, heading: string): [string, [string | null, string | null]][] {
    if (!entry || entry.outcome === 'unchanged') return []
    const { session, student, status } = entry
    const before = isNewSession(session) ? undefined : this.#entries.get(`${session.id} ${student.id}`)
    return [[heading, [before ? labelOf(before.status) : null, labelOf(status)]]]
  }
}
