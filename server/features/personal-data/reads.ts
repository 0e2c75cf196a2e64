import { sql } from 'kysely'
import type { Caller } from '../../core/caller.ts'
import type { Listed, Paging } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'
import { listResults } from '../assessments/results.reads.ts'
import { listEntries } from '../attendance/entries.reads.ts'
import { exemptionsOf } from '../eligibility/exemptions.reads.ts'
import { frozenRowsOf } from '../eligibility/list-rows.reads.ts'
import { listLeaves } from '../leaves/reads.ts'
import { listEntries as listPerformances } from '../logbook/reads.ts'
import { listBatchesOfStudent } from '../memberships/batches.reads.ts'
import { listGroupsOfStudent } from '../memberships/reads.ts'
import { listDevices } from '../notices/devices.reads.ts'
import { findChoices } from '../notices/reads.ts'
import { namedOwn } from '../own-fields/values.reads.ts'
import { listAllPostings } from '../postings/reads.ts'
import { listReportings } from '../reportings/reads.ts'
import { asTold, type ReportingRecord } from '../reportings/rules.ts'
import { findStaffByUser } from '../staff/reads.ts'
import { toldOf } from '../staff/rules.ts'
import { findStudentByUser } from '../students/reads.ts'
import { commentsOfStudent } from '../tasks/comments.reads.ts'
import { listSubmissions } from '../tasks/submissions.reads.ts'
import { listDocuments } from '../verified-documents/reads.ts'

const AT_ONCE = 500

/** Every page of a list, whose rows may bring the list's total along. */
async function allOf<T extends object>(list: (page: Paging) => Promise<Listed<T>>): Promise<Omit<T, 'total'>[]> {
  const rows: Omit<T, 'total'>[] = []
  for (let page = 1; ; page += 1) {
    const { data, meta } = await list({ page, perPage: AT_ONCE })
    for (const { total: _, ...row } of data as (T & { total?: number })[]) rows.push(row)
    if (data.length === 0 || rows.length >= meta.total) return rows
  }
}

const account = async (db: Db, { id }: Caller) =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'created_at', 'updated_at', 'signed_in_at'])
    .where('id', '=', id)
    .executeTakeFirst()

/** The choices of what the person is told outside the app. */
const notices = async (db: Db, { id }: Caller) => ({
  weekly_mail_since: (await findChoices(db, id))?.digest_since ?? null,
  devices: await listDevices(db, id),
})

/** The performances that the person has signed, by number alone: they tell of students. */
const signedBy = async (db: Db, { id }: Caller) =>
  db
    .selectFrom('log_entries')
    .select(['id', 'signed_at', 'decision', 'rating', 'feedback'])
    .where('signed_by', '=', id)
    .orderBy('signed_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** The open logins, with what each browser calls itself. */
const logins = (db: Db, { id }: Caller) =>
  db
    .selectFrom('logins')
    .select(['user_agent', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', id)
    .where('expires_at', '>', sql<string>`now()`)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Reads what the security log keeps of the person, with addresses and devices. */
const security = (db: Db, { id }: Caller) =>
  db
    .selectFrom('security_log')
    .select(['at', 'last_at', 'kind', 'email', 'address', 'device', 'detail', 'times'])
    .where('user_id', '=', id)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute()

/** Reads the answers with the person's name on them. Anonymous ones can't be found, by nobody. */
const answers = async (db: Db, studentId: number) =>
  (
    await sql<object>`
      select survey.title as survey, given.submitted_at, (
        select coalesce(json_agg(json_build_object('question', asked.question_text, 'answer', given.answers -> asked.id::text)
          order by asked.position, asked.id), '[]')
        from feedback_questions asked where asked.feedback_survey_id = survey.id) as answers
      from feedback_responses given join feedback_surveys survey on survey.id = given.feedback_survey_id
      where given.student_id = ${studentId} order by given.submitted_at desc, given.id desc`.execute(db)
  ).rows

const ofStudent = async (db: Db, person: Caller, id: number) => ({
  batches: await allOf((page) => listBatchesOfStudent(db, id, undefined, page)),
  groups: await allOf((page) => listGroupsOfStudent(db, person, id, page)),
  postings: await listAllPostings(db, person, {}),
  attendance: await allOf((page) => listEntries(db, person, { student_id: id }, page)),
  leave_requests: await allOf((page) => listLeaves(db, person, {}, page)),
  submissions: (await allOf((page) => listSubmissions(db, person, { student_id: id }, page))).map((submission) => ({
    ...submission,
    files: JSON.parse(submission.files) as object[],
  })),
  submission_comments: await commentsOfStudent(db, id),
  performances: await allOf((page) => listPerformances(db, person, { student_id: id }, page)),
  assessment_results: await allOf((page) => listResults(db, person, { student_id: id }, page)),
  eligibility_exemptions: await exemptionsOf(db, id),
  frozen_eligibility: await frozenRowsOf(db, id),
  survey_answers: await answers(db, id),
  documents: await allOf((page) => listDocuments(db, person, { student_id: id }, page)),
})

/** The record with the names of its own fields in the place of their ids. */
const namingOwn = async <R extends { own?: Record<string, string> | undefined }>(
  db: Db,
  person: Caller,
  entity: 'student' | 'staff',
  { own, ...record }: R,
) => ({ ...record, own_fields: await namedOwn(db, person, entity, own) })

/**
 * Returns a person's cases: those that the person has filed, and for a student those about the student that are shown
 * to the student. Cases filed by staff tell of others, and are only named. A student is not told here either whether
 * staff keep an own case confidential.
 */
async function casesOf(db: Db, person: Caller, responseDays: number) {
  const filter = person.student ? {} : ({ list: 'reported' } as const)
  const cases = await allOf((page) => listReportings(db, person, filter, page))
  return cases.map((record) => {
    const { id, case_number, status, created_at } = record as ReportingRecord
    if (!person.student) return { id, case_number, status, created_at }
    const { internal_notes: _, parts: __, is_waiting: ___, ...told } = asTold(record as ReportingRecord, responseDays)
    return told
  })
}

/**
 * Returns what is kept of a person, read as that person: it holds no more than the own screens show, so that nobody is
 * told of a confidential case or of internal notes in this way. `rows` is how much it is.
 */
export async function readPersonalData(db: Db, person: Caller, responseDays: number) {
  const { student } = person
  const own = person.staff && (await findStaffByUser(db, person, person.id))
  const record = student && (await findStudentByUser(db, person, person.id))
  const data = {
    account: { ...(await account(db, person)), roles: person.roles },
    staff: own ? await namingOwn(db, person, 'staff', toldOf(person, own)) : null,
    student: record ? await namingOwn(db, person, 'student', record) : null,
    ...(student ? await ofStudent(db, person, student.id) : {}),
    signed_performances: own ? await signedBy(db, person) : [],
    incident_cases: await casesOf(db, person, responseDays),
    notices: await notices(db, person),
    logins: await logins(db, person),
    security_log: await security(db, person),
  }
  const rows = Object.values(data).reduce<number>((sum, part) => sum + (Array.isArray(part) ? part.length : 1), 0)
  return { data, rows }
}
