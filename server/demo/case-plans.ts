import type { Insertable } from 'kysely'
import type { REPORT_LEVELS, REPORT_STATUSES } from '../../shared/labels.ts'
import { type REPORT_NEXT, STATUS_AFTER_REPLY } from '../../shared/policies/reportings.ts'
import type { Tables } from '../db/types.ts'
import type { Evidence, Step, Story, Who } from './case-stories.ts'
import type { AcademicName } from './college.ts'
import { addDays, during } from './days.ts'
import type { Random } from './random.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

const MINUTES = 60_000

type Row = Insertable<Tables['reportings']>
type Entry = Omit<Insertable<Tables['reporting_entries']>, 'reporting_id'> & { files: Evidence[] }
type Trail = Omit<Insertable<Tables['audit']>, 'entity' | 'entity_id'>
type Level = (typeof REPORT_LEVELS)[number]

interface Person {
  userId: number
  name: string
}
interface Holder extends Person {
  id: number
  level: Level
}

/** Returns the person for each part. */
export function castOf(staff: StaffMember[]): Record<Exclude<Who, 'student'>, Holder> {
  const holder = (member: StaffMember | undefined, level: Level): Holder => {
    if (!member) throw new Error('Nobody plays this part')
    return { ...member, level }
  }
  const account = (mailbox: string, level: Level) =>
    holder(
      staff.find(({ email }) => email === `${mailbox}@college.test`),
      level,
    )
  const head = (department: AcademicName) =>
    holder(
      staff.find((one) => one.department === department && one.isHead),
      'hod',
    )
  /** The last one of those who teach there. */
  const teacher = (department: AcademicName) =>
    holder(
      staff.findLast((one) => one.department === department && one.grades && !one.isHead),
      'faculty',
    )
  return {
    admin: account('admin', 'principal'),
    principal: account('principal', 'principal'),
    hod: account('hod', 'hod'),
    faculty: account('faculty', 'faculty'),
    registrar: teacher('Medicine'),
    surgery: head('Surgery'),
    surgeon: teacher('Surgery'),
    paediatrics: head('Paediatrics'),
    paediatrician: teacher('Paediatrics'),
    gynaecology: head('Gynaecology & Obstetrics'),
    obstetrician: teacher('Gynaecology & Obstetrics'),
    psychiatry: head('Psychiatry'),
    community: head('Community Medicine'),
  }
}

export interface CasePlan {
  row: Omit<Row, 'case_number'>
  reportedAt: string
  entries: Entry[]
  /** Everybody who has it or has had it. */
  holders: Set<number>
  trail: Trail[]
}

type Changes = Record<string, [unknown, unknown]>

/** The facts at a step of a story; `next` is whom the case is given to. */
interface StepFacts {
  at: string
  author: Person
  story: Story
  row: CasePlan['row']
  holding: Holder
  next: Holder | undefined
}

const ACTIONS: Partial<Record<Step['kind'], keyof typeof REPORT_NEXT | 'delete'>> = {
  responded: 'respond',
  awaited: 'await',
  escalated: 'escalate',
  resolved: 'resolve',
  closed: 'close',
  reopened: 'reopen',
  withdrawn: 'delete',
}

const statusIs = (status: (typeof REPORT_STATUSES)[number], values: Partial<CasePlan['row']> = {}) => ({
  ...values,
  status,
})

/** Returns what a step changes in its case, and what the trail tells of it beside the status. */
function effectOf(
  { kind, text: written }: Step,
  { at, author, story, row, holding, next }: StepFacts,
): { values?: Partial<Row>; told?: Changes } {
  const text = written ?? null
  switch (kind) {
    case 'responded':
      return { values: statusIs('under_review', { initial_response: text }), told: { initial_response: [null, text] } }
    case 'escalated': {
      if (!next) throw new Error('A case is escalated to somebody')
      const escalation = { escalated_at: at, escalated_to: next.id, escalation_reason: text }
      const turn = { assigned_to: next.id, assigned_at: at, turn_since: at, current_level: next.level }
      const told: Changes = { assignee: [holding.name, next.name], escalation_reason: [null, text] }
      return { values: statusIs('escalated', { ...escalation, ...turn }), told }
    }
    case 'resolved': {
      const values = statusIs('resolved', { resolution_notes: text, resolved_at: at })
      return { values, told: { resolution_notes: [null, text] } }
    }
    case 'reopened':
      return { values: statusIs('reopened', { escalated_to: null, resolved_at: null, turn_since: at }) }
    case 'awaited':
      return { values: statusIs('pending_response', { turn_since: at }) }
    case 'closed':
      return { values: statusIs('closed') }
    case 'reply':
      return row.status === 'pending_response' ? { values: statusIs(STATUS_AFTER_REPLY, { turn_since: at }) } : {}
    case 'withdrawn':
      return { values: { withdrawn_at: at, withdrawn_by: author.userId }, told: { title: [story.title, null] } }
    case 'comment':
      return {}
  }
}

/** Returns a case as it is filed. */
function filed(story: Story, student: Student, reporter: Person, first: Holder, at: string): CasePlan['row'] {
  return {
    title: story.title,
    description: story.description,
    student_id: student.id,
    assigned_to: first.id,
    reported_by: reporter.userId,
    reported_at: at,
    assigned_at: at,
    turn_since: at,
    category: story.category,
    severity: story.severity,
    priority: story.priority ?? 'normal',
    status: 'open',
    current_level: first.level,
    requires_immediate_attention: story.isUrgent ?? false,
    is_confidential: story.isConfidential ?? false,
    internal_notes: story.notes ?? null,
    created_at: at,
    updated_at: at,
  }
}

/** Returns a story as the database would have kept it. */
export function planCase(
  story: Story,
  cast: ReturnType<typeof castOf>,
  student: Student,
  today: string,
  random: Random,
): CasePlan {
  const person = (who: Who): Person => (who === 'student' ? student : cast[who])
  const holder = (who: Who): Holder => {
    if (who === 'student') throw new Error('A case is not given to a student')
    return cast[who]
  }
  const day = addDays(today, -story.daysAgo)
  const reportedAt = during(day, random)
  const first = holder(story.to)
  const reporter = person(story.by)
  const row = filed(story, student, reporter, first, reportedAt)
  const given = { kind: 'assigned', staff_id: first.id, level: first.level } as const
  const entries: Entry[] = [
    { kind: 'created', author_id: reporter.userId, at: reportedAt, files: [] },
    { ...given, author_id: reporter.userId, at: reportedAt, files: [] },
  ]
  const holders = new Set([first.id])
  const trail: Trail[] = []
  const tell = (actor: Person, at: string, action: string, changes: Changes) =>
    trail.push({ actor_id: actor.userId, actor_name: actor.name, at, action, changes: JSON.stringify(changes) })
  const told = { title: story.title, student: student.name, assignee: first.name, severity: story.severity }
  const facts = { ...told, category: story.category, status: 'open' }
  tell(
    reporter,
    reportedAt,
    'create',
    Object.fromEntries(Object.entries(facts).map(([field, value]) => [field, [null, value]])),
  )

  let before = Date.parse(reportedAt)
  let holding = first
  for (const step of story.steps) {
    const { day: after, by, kind, text = null, to, files = [] } = step
    before = Math.max(Date.parse(during(addDays(day, after), random)), before + random.whole(8, 40) * MINUTES)
    const at = new Date(before).toISOString()
    const author = person(by)
    const next = to && holder(to)
    const effect = effectOf(step, { at, author, story, row, holding, next })
    const changes: Changes = { ...effect.told }
    if (effect.values?.status) changes.status = [row.status, effect.values.status]
    if (effect.values) Object.assign(row, effect.values, { updated_at: at })
    if (next) {
      holders.add(next.id)
      holding = next
    }
    entries.push({ kind, author_id: author.userId, at, text, staff_id: next?.id, level: next?.level, files })
    if (Object.keys(changes).length > 0) tell(author, at, ACTIONS[kind] ?? kind, changes)
  }
  return { row, reportedAt, entries, holders, trail }
}
