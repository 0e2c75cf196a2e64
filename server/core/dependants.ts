import { type RawBuilder, sql } from 'kysely'
import { counted, inWords } from '../../shared/labels.ts'
import type { Tables, Tx } from '../db/types.ts'
import { conflict } from './errors.ts'

interface Noun {
  /** The name of a single row: "task". */
  one: string
  /** Several of them, where that is not the one with an s. */
  many?: string
  /** The rows that count; the others go with the record that they depend on. */
  where?: string
  /** Rows that are about the same one count once. */
  who?: string
  /** Rows that make it not count when there are any. */
  unless?: string
  say?: (counted: string) => string
}

const member: Noun = { one: 'staff member' }
const user: Noun = { one: 'user', who: 'user_id' }
const group: Noun = { one: 'group' }
const student: Noun = { one: 'student', where: "status = 'active'" }
const performance: Noun = { one: 'logged performance' }
const task: Noun = { one: 'task' }
const session: Noun = { one: 'attendance session' }
const posting: Noun = { one: 'posting' }
const assessment: Noun = { one: 'assessment' }
const leave: Noun = { one: 'leave request' }
/** A document that was given out can be checked for ever, so its student stays. */
const givenOut: Noun = { one: 'document', say: (documents) => `been given ${documents}` }
const entry: Noun = { one: 'library entry', many: 'library entries' }
const survey: Noun = { one: 'feedback survey' }
/** A student who has answered an anonymous survey is deleted like anybody else: a refusal would tell who has. */
const response: Noun = { one: 'survey response' }
const pooled: Noun = { one: 'question of the pool', many: 'questions of the pool' }
/**
 * A case that somebody has filed, has, has done something with, or is the student of. The refusal does not tell their
 * number.
 */
const report = (who: string): Noun => ({ one: 'report', who, say: () => 'a part in reports' })

/**
 * The names of rows by the column with which they refer to a record, in the order in which they are told. A column that
 * is not here counts too: its rows are called like their table. An empty list counts nothing.
 */
const NOUNS: Record<string, Noun[]> = {
  'staff.department_id': [member],
  'staff.designation_id': [member],
  'user_roles.role_id': [user],
  'staff.role_id': [user],
  'students.role_id': [user],
  // The record of a person goes with the account.
  'staff.user_id': [],
  'students.user_id': [],
  'own_values.field_id': [{ one: 'value' }],
  'student_groups.group_id': [student],
  'student_batches.batch_id': [student, { one: 'former student', where: "status = 'inactive'", unless: student.one }],
  'groups.department_id': [group],
  'groups.batch_id': [group],
  'tasks.department_id': [task],
  'task_groups.group_id': [task],
  'tasks.created_by': [{ ...task, say: (tasks) => `created ${tasks}` }],
  'skills.department_id': [{ one: 'skill' }],
  'skills.created_by': [],
  'tasks.skill_id': [task],
  'log_entries.skill_id': [performance],
  'log_entries.student_id': [performance],
  'log_entries.supervisor_id': [{ ...performance, say: (entries) => `been named as supervisor of ${entries}` }],
  'log_entries.signed_by': [{ ...performance, say: (entries) => `signed ${entries}` }],
  // They belong to the skill, which is counted by itself.
  'log_entries.department_id': [],
  'task_submissions.task_id': [{ one: 'submission' }],
  'task_submissions.student_id': [{ one: 'task submission' }],
  'task_submissions.graded_by': [{ one: 'submission', say: (submissions) => `graded ${submissions}` }],
  'submission_comments.author_id': [{ one: 'comment', say: (comments) => `written ${comments} on submissions` }],
  'attendance_sessions.department_id': [session],
  'attendance_sessions.batch_id': [session],
  'attendance_sessions.group_id': [session],
  'attendance_sessions.staff_id': [{ ...session, say: (sessions) => `been given ${sessions}` }],
  'attendance_sessions.taken_by': [{ one: 'session', say: (sessions) => `taken the attendance of ${sessions}` }],
  'postings.department_id': [posting],
  'postings.batch_id': [posting],
  'postings.group_id': [posting],
  'leaves.student_id': [leave],
  'verified_documents.student_id': [givenOut],
  'verified_documents.issued_by': [{ one: 'document', say: (documents) => `issued ${documents}` }],
  'verified_documents.withdrawn_by': [{ one: 'document', say: (documents) => `withdrawn ${documents}` }],
  'inspection_packs.batch_id': [{ one: 'inspection pack' }],
  'inspection_packs.asked_by': [{ one: 'inspection pack', say: (packs) => `asked for ${packs}` }],
  'leave_answers.department_id': [leave],
  'leave_answers.answered_by': [{ ...leave, say: (leaves) => `decided ${leaves}` }],
  'library_entries.department_id': [entry],
  'library_entries.batch_id': [entry],
  'library_entries.uploaded_by': [{ ...entry, say: (entries) => `added ${entries}` }],
  // A person who entered an attendance session in the plan may go: the session tells who gave and who took it.
  'attendance_sessions.created_by': [],
  // Sums over the entries, which are counted by themselves.
  'attendance_standings.student_id': [],
  'attendance_standings.department_id': [],
  'attendance_submissions.student_id': [{ one: 'attendance mark' }],
  'attendance_submissions.attendance_session_id': [{ one: 'attendance mark' }],
  'assessments.department_id': [assessment],
  'assessments.batch_id': [assessment],
  'assessments.group_id': [assessment],
  'assessments.created_by': [{ ...assessment, say: (assessments) => `created ${assessments}` }],
  'assessment_results.assessment_id': [{ one: 'result' }],
  'assessment_results.student_id': [{ one: 'assessment result' }],
  'feedback_surveys.department_id': [survey],
  'feedback_surveys.batch_id': [survey],
  'feedback_surveys.group_id': [survey],
  'feedback_surveys.created_by': [{ ...survey, say: (surveys) => `created ${surveys}` }],
  'feedback_pool_questions.department_id': [pooled],
  'feedback_pool_questions.created_by': [{ ...pooled, say: (questions) => `added ${questions}` }],
  'feedback_responses.feedback_survey_id': [response],
  'feedback_responses.student_id': [response],
  'feedback_anonymous_responses.feedback_survey_id': [response],
  'feedback_waiting_responses.feedback_survey_id': [response],
  'eligibility_rule_sets.batch_id': [{ one: 'eligibility rule set' }],
  'eligibility_rule_sets.department_id': [{ one: 'eligibility rule set' }],
  'eligibility_exemptions.student_id': [{ one: 'exemption' }],
  'eligibility_exemptions.department_id': [{ one: 'exemption' }],
  'eligibility_exemptions.granted_by': [{ one: 'exemption', say: (exemptions) => `granted ${exemptions}` }],
  'eligibility_exemptions.withdrawn_by': [{ one: 'exemption', say: (exemptions) => `withdrawn ${exemptions}` }],
  'reportings.student_id': [report('id')],
  'reportings.reported_by': [report('id')],
  'reportings.withdrawn_by': [report('id')],
  'reporting_entries.author_id': [report('reporting_id')],
  // Present and former assignees of a case are all in its list of assignees.
  'reporting_assignees.staff_id': [report('reporting_id')],
  'reportings.assigned_to': [],
  'reportings.escalated_to': [],
  'reporting_entries.staff_id': [],
}
const ORDER = Object.keys(NOUNS)

/** A column by which a table refers to a record. */
interface Reference {
  table: string
  column: string
  /** The table that is referred to. */
  to: string
}

/** The columns that refer to these tables' ids, except those whose rows are deleted with the record. */
async function referencesTo(tx: Tx, tables: string[], alsoTo?: string): Promise<Reference[]> {
  const { rows } = await sql<Reference>`
    select distinct own.relname as table, col.attname as column, target.relname as to
    from pg_constraint con
    join pg_class own on own.oid = con.conrelid
    join pg_class target on target.oid = con.confrelid
    join lateral unnest(con.conkey, con.confkey) as pair (own_no, target_no) on true
    join pg_attribute col on col.attrelid = con.conrelid and col.attnum = pair.own_no
    join pg_attribute key on key.attrelid = con.confrelid and key.attnum = pair.target_no
    where con.contype = 'f' and con.confdeltype <> 'c' and key.attname = 'id'
      and con.confrelid = any(array(select to_regclass(name) from unnest(${tables}::text[]) as name))
      and (${alsoTo ?? null}::text is null or exists (select from pg_attribute other
        where other.attrelid = con.confrelid and other.attname = ${alsoTo ?? null} and other.attnum = any(con.confkey)))`.execute(
    tx,
  )
  const place = ({ table, column }: Reference) => (ORDER.indexOf(`${table}.${column}`) + ORDER.length) % ORDER.length
  return rows.toSorted((a, b) => place(a) - place(b) || a.table.localeCompare(b.table))
}

/** `library_files` → "library file". */
const nounOf = (table: string): Noun => ({ one: table.replaceAll('_', ' ').replace(/s$/, '') })

/** A record by its table and id, with others that go with it: `{ staff: 3, users: 9 }`. */
type RecordIds = Partial<Record<keyof Tables, number>>

/** The rows that a noun counts by one reference, as the keys of what they are about. */
const rowsOf = (
  { where, who = 'tableoid::text || ctid::text' }: Noun,
  { table, column, to }: Reference,
  held: RecordIds,
) => sql`select ${sql.raw(who)} from ${sql.table(table)} where ${held[to as keyof Tables]} = ${sql.ref(column)}
    ${sql.raw(where ? `and ${where}` : '')}`

/**
 * "Group has 25 students, 3 tasks and 12 attendance sessions": what refers to a record by a foreign key, whatever table
 * it is in; nothing when there is nothing. `alsoTo` keeps what refers to this column too.
 */
export async function dependantsText(
  tx: Tx,
  what: string,
  held: RecordIds,
  alsoTo?: string,
): Promise<string | undefined> {
  const byNoun = new Map<string, { noun: Noun; rows: RawBuilder<unknown>[] }>()
  for (const reference of await referencesTo(tx, Object.keys(held), alsoTo))
    for (const noun of NOUNS[`${reference.table}.${reference.column}`] ?? [nounOf(reference.table)]) {
      const key = noun.say?.(noun.one) ?? noun.one
      const rows = [...(byNoun.get(key)?.rows ?? []), rowsOf(noun, reference, held)]
      byNoun.set(key, { noun, rows })
    }
  if (byNoun.size === 0) return undefined
  const columns = [...byNoun].map(
    ([key, { rows }]) => sql`(select count(*) from (${sql.join(rows, sql` union `)}) dependants) as ${sql.id(key)}`,
  )
  const [counts = {}] = (await sql<Record<string, number>>`select ${sql.join(columns)}`.execute(tx)).rows
  const parts = [...byNoun].flatMap(([key, { noun }]) => {
    const count = noun.unless && counts[noun.unless] ? 0 : (counts[key] ?? 0)
    if (count === 0) return []
    const text = counted(count, noun.one, noun.many)
    return [noun.say ? { did: noun.say(text) } : { has: text }]
  })
  const has = parts.flatMap((part) => part.has ?? [])
  const did = parts.flatMap((part) => part.did ?? [])
  // "has created 3 tasks": what a person did stands before what there is of one.
  return parts.length > 0 ? `${what} has ${inWords([...did, ...has])}` : undefined
}

/** @throws 409 when anything depends on the record: "Group has 3 tasks. Set it inactive instead." */
export async function refuseInUse(tx: Tx, what: string, held: RecordIds, advice: string): Promise<void> {
  const text = await dependantsText(tx, what, held)
  if (text) throw conflict(`${text}. ${advice}`)
}
