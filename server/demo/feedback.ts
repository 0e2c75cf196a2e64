import { randomUUID } from 'node:crypto'
import type { Insertable } from 'kysely'
import type { Answer } from '../../shared/feedback/question-types.ts'
import { SIGN_IN_STATUSES } from '../../shared/labels.ts'
import { SURVEY_NEXT } from '../../shared/policies/feedback.ts'
import type { Db, Tables, Tx } from '../db/types.ts'
import { neighboursOf } from '../features/responses/rules.ts'
import { pack, seal, sizeOf } from '../features/responses/sealing.rules.ts'
import type { College } from './college.ts'
import { addDays, during } from './days.ts'
import { POOL } from './feedback-pool.ts'
import { drawAnswer, optionsOf, type Question } from './feedback-question.ts'
import { type PlannedSurvey, SURVEYS } from './feedback-surveys.ts'
import type { Group } from './groups.ts'
import { insertForIds, insertRows } from './insert.ts'
import { type Random, randomFrom } from './random.ts'
import type { StaffMember } from './staff.ts'
import type { Student } from './students.ts'

interface People {
  staff: StaffMember[]
  students: Student[]
  groups: Group[]
}

const questionOf = (asked: PlannedSurvey['questions'][number]): Question => {
  const found = typeof asked === 'string' ? POOL.get(asked)?.question : asked
  if (!found) throw new Error(`The pool has no ${asked}`)
  return found
}

function personOf(maker: PlannedSurvey['by'], staff: StaffMember[]): StaffMember {
  const found = staff.find(
    ({ email, isHead, department }) => email === `${maker}@college.test` || (isHead && department === maker),
  )
  if (!found) throw new Error(`Nobody is ${maker}`)
  return found
}

const columnsOf = (question: Question) => ({
  title: question.title,
  question_text: question.text,
  question_type: question.type,
  options: JSON.stringify(optionsOf(question)),
  is_required: question.isRequired,
  help_text: question.help,
  validation_rules: question.rules && JSON.stringify(question.rules),
})

/** Each has been copied as often as surveys of the demo have it. */
async function fillPool(tx: Db, college: College, { staff }: People, random: Random): Promise<number> {
  const uses = (name: string) => SURVEYS.filter(({ questions }) => questions.includes(name)).length
  const pool = [...POOL].map(([name, { by, department, isPrivate, question }], index) => {
    const added = during(addDays(college.today, index * 3 - 400), random)
    return {
      ...columnsOf(question),
      is_public: !isPrivate,
      usage_count: uses(name),
      department_id: department ? college.departments[department] : null,
      created_by: personOf(by, staff).userId,
      created_at: added,
      updated_at: added,
    }
  })
  await insertRows(tx, 'feedback_pool_questions', pool)
  return pool.length
}

/** The students of a survey who may sign in, as the server asks them. */
function askedBy(
  { department, batch, group }: PlannedSurvey,
  { batches }: College,
  { students, groups }: People,
): Student[] {
  const batchId = batch === undefined ? undefined : batches[batch]?.id
  const own = groups.filter(
    (one) => one.department === department && (!group || (one.name === group && one.batch.id === batchId)),
  )
  const members = new Set(own.flatMap((one) => one.members))
  const isAsked = (student: Student) => {
    if (group) return members.has(student)
    if (batchId !== undefined) return student.batch.id === batchId
    return department ? members.has(student) : true
  }
  return students.filter((student) => isAsked(student) && SIGN_IN_STATUSES.some((status) => status === student.status))
}

interface MadeSurvey extends PlannedSurvey {
  id: number
  /** Each with its id. */
  asks: (Question & { id: number })[]
}

interface Response {
  student: Student
  at: string
  answers: Record<string, Answer>
}

/** Makes the responses to a survey, in the order in which they come. */
function responsesOf(survey: MadeSurvey, college: College, people: People, random: Random): Response[] {
  const { asks, share, most, mood, activated, closed, days, times = 1, isAnsweredByDemo = false } = survey
  if (activated === undefined) return []
  const first = Math.max(days?.[0] ?? activated, activated + 1)
  const last = Math.min(-1, days?.[1] ?? -1, (closed ?? 0) - 1)
  return askedBy(survey, college, people)
    .filter(({ isDemo }) => (isDemo ? isAnsweredByDemo : random.chance(share)))
    .slice(0, most)
    .flatMap((student) =>
      Array.from({ length: random.whole(Math.ceil(times / 2), times) }, (_, week) => {
        const after = times > 1 ? first + week * 7 + random.whole(0, 2) : random.whole(first, last)
        const day = addDays(college.today, after)
        const given = asks
          .filter(({ isRequired, share: answered }) => isRequired || random.chance(answered))
          .map((question) => [`${question.id}`, drawAnswer(question, { random, student, day, mood })])
        return { student, at: during(day, random), answers: Object.fromEntries(given) }
      }),
    )
    .filter(({ answers }) => Object.keys(answers).length > 0)
    .sort((one, other) => (one.at < other.at ? -1 : 1))
}

interface SurveyDraft {
  row: Insertable<Tables['feedback_surveys']>
  trail: Omit<Insertable<Tables['audit']>, 'entity_id'>[]
}

/** Returns the batch and the group of a survey that is for one. */
function placeOf({ batch: index, group: name, department }: PlannedSurvey, college: College, groups: Group[]) {
  const batch = index === undefined ? undefined : college.batches[index]
  const group = groups.find((one) => one.name === name && one.department === department && one.batch.id === batch?.id)
  if (name && !group) throw new Error(`There is no ${name}`)
  return { batch, group }
}

/** A survey as the database would have kept it, and what its trail tells. */
function draft(survey: PlannedSurvey, college: College, { staff, groups }: People, random: Random): SurveyDraft {
  const { title, description = null, department = null, status, days, made, activated, closed, changes } = survey
  const at = (day: number) => during(addDays(college.today, day), random)
  const { batch, group } = placeOf(survey, college, groups)
  const maker = personOf(survey.by, staff)
  const facts = {
    title,
    description,
    start_date: days ? addDays(college.today, days[0]) : null,
    end_date: days ? addDays(college.today, days[1]) : null,
    is_anonymous: survey.isAnonymous ?? false,
    allow_multiple_responses: survey.times !== undefined,
  }
  const created = at(made)
  const trail: SurveyDraft['trail'] = []
  const tell = (action: string, when: string, changed: [field: string, before: unknown, after: unknown][]) => {
    const changes = Object.fromEntries(changed.flatMap(([field, ...both]) => (both[1] === null ? [] : [[field, both]])))
    const actor = { actor_id: maker.userId, actor_name: maker.name }
    trail.push({ ...actor, at: when, entity: 'feedback_survey', action, changes: JSON.stringify(changes) })
    return when
  }
  const places = { department, batch: batch?.name ?? null, group: group?.name ?? null }
  let updated = tell(
    'create',
    created,
    Object.entries({ ...facts, ...places, status: 'draft' }).map(([field, value]) => [field, null, value]),
  )
  if (activated !== undefined) updated = tell('activate', at(activated), [['status', 'draft', SURVEY_NEXT.activate]])
  const closedAt = closed === undefined ? null : at(closed)
  if (closedAt) updated = tell('close', closedAt, [['status', SURVEY_NEXT.activate, SURVEY_NEXT.close]])
  const published = changes ? at(changes.at) : null
  if (changes && published) updated = tell('publish', published, [['changes_text', null, changes.text]])
  const row = {
    ...facts,
    status,
    department_id: department ? college.departments[department] : null,
    batch_id: batch?.id ?? null,
    group_id: group?.id ?? null,
    changes_text: changes?.text ?? null,
    changes_at: published,
    closed_at: closedAt,
    created_by: maker.userId,
    created_at: created,
    updated_at: updated,
  }
  return { row, trail }
}

async function insertSurveys(tx: Db, college: College, people: People, random: Random): Promise<MadeSurvey[]> {
  const drafted = SURVEYS.map((survey) => draft(survey, college, people, random))
  const ids = await insertForIds(
    tx,
    'feedback_surveys',
    drafted.map(({ row }) => row),
  )
  const idOf = (index: number) => ids[index] as number
  const trail = drafted.flatMap(({ trail: told }, index) => told.map((one) => ({ ...one, entity_id: idOf(index) })))
  await insertRows(
    tx,
    'audit',
    trail.sort((one, other) => (String(one.at) < String(other.at) ? -1 : 1)),
  )
  const asked = SURVEYS.map(({ questions }) => questions.map(questionOf))
  const rows = asked.flatMap((questions, index) => {
    const at = drafted[index]?.row.created_at
    return questions.map((question, place) => ({
      ...columnsOf(question),
      feedback_survey_id: idOf(index),
      position: place + 1,
      created_at: at,
      updated_at: at,
    }))
  })
  const questionIds = await insertForIds(tx, 'feedback_questions', rows)
  return SURVEYS.map((survey, index) => ({
    ...survey,
    id: idOf(index),
    asks: (asked[index] ?? []).map((question) => ({ ...question, id: questionIds.shift() as number })),
  }))
}

/** Inserts responses to a survey that is not anonymous. */
async function insertNamed(tx: Db, { id }: MadeSurvey, responses: readonly Response[]): Promise<void> {
  const before = new Map<number, number>()
  const rows = responses.map(({ student, at, answers }) => {
    const nth = (before.get(student.id) ?? 0) + 1
    before.set(student.id, nth)
    const times = { submitted_at: at, created_at: at, updated_at: at }
    return { feedback_survey_id: id, student_id: student.id, nth, answers: JSON.stringify(answers), ...times }
  })
  await insertRows(tx, 'feedback_responses', rows)
}

/** Inserts responses to an anonymous survey. They stay sealed until somebody looks at its results after its end. */
async function insertAnonymous(tx: Tx, { id }: MadeSurvey, responses: readonly Response[], key: Buffer): Promise<void> {
  const ids = responses.map(() => randomUUID()).sort()
  const sealed = responses.map(({ answers }, index) => {
    const packed = pack(answers)
    const size = sizeOf(packed, Number.POSITIVE_INFINITY)
    return { feedback_survey_id: id, id: ids[index] as string, sealed: seal(packed, size, id, key) }
  })
  await insertRows(tx, 'feedback_waiting_responses', sealed)
  const answered = responses.map(({ student }) => student.id).sort((one, other) => one - other)
  const rows = [...Map.groupBy(answered, neighboursOf)]
  await insertRows(
    tx,
    'feedback_participants',
    rows.map(([neighbours, student_ids]) => ({ feedback_survey_id: id, neighbours, student_ids })),
  )
}

/** The pool, surveys in every state, and what students have answered. */
export async function fillFeedback(tx: Tx, college: College, people: People, key: Buffer) {
  const random = randomFrom(1860)
  const questions = await fillPool(tx, college, people, random)
  const surveys = await insertSurveys(tx, college, people, random)
  let count = 0
  for (const survey of surveys) {
    const responses = responsesOf(survey, college, people, random)
    if (survey.isAnonymous) await insertAnonymous(tx, survey, random.shuffled(responses), key)
    else await insertNamed(tx, survey, responses)
    count += responses.length
  }
  return { questions, surveys: surveys.length, responses: count }
}
