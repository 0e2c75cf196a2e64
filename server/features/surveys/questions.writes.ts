import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import type * as z from 'zod/mini'
import type {
  SurveyQuestion,
  SurveyQuestionChange,
  SurveyQuestionInput,
} from '../../../shared/contract/feedback/questions.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { SURVEY_QUESTIONS_MAX } from '../../../shared/limits.ts'
import { answeredMay, answersOf, losesLast, surveyMay } from '../../../shared/policies/feedback.ts'
import type { Caller } from '../../core/caller.ts'
import { conflict, invalid, refuseStale, refuseUnless } from '../../core/errors.ts'
import { leaveTrail, trailOf } from '../../core/trail.ts'
import type { Tx } from '../../db/types.ts'
import { readOrder, readQuestion, readTitles } from './questions.reads.ts'
import { QUESTION_FIELDS, refuseIncomplete, settledColumns } from './questions.rules.ts'

const trail = trailOf<SurveyQuestion>('feedback_question', ['feedback_survey_id', ...QUESTION_FIELDS, 'order'])

/** The survey of a question, locked: the order of its questions is one thing, and nobody answers it meanwhile. */
type Survey = Pick<FeedbackSurvey, 'id' | 'status' | 'has_responses' | 'is_anonymous'>

const refuseClosed = ({ status }: Survey) => refuseUnless(surveyMay.edit, status)

function refuseRewriting(survey: Survey): void {
  refuseClosed(survey)
  refuseUnless(answeredMay.rewrite, answersOf(survey))
}

/** Gives the questions of a survey the places of this list, from 1. */
async function storeOrder(tx: Tx, ids: readonly number[]): Promise<void> {
  await sql`update feedback_questions set position = placed.position
    from unnest(${[...ids]}::integer[]) with ordinality placed (id, position)
    where feedback_questions.id = placed.id and feedback_questions.position <> placed.position`.execute(tx)
}

/** Puts a question of the survey into this place, or last, and the others around it. */
async function placeQuestion(tx: Tx, survey: Survey, id: number, order: number | undefined): Promise<void> {
  const others = (await readOrder(tx, survey.id)).filter((other) => other !== id)
  await storeOrder(tx, others.toSpliced((order ?? others.length + 1) - 1, 0, id))
}

type Fields = Omit<z.output<typeof SurveyQuestionInput>, 'feedback_survey_id'>

/** Adds a question to a survey, in this place or last. */
export async function addQuestion(
  tx: Tx,
  caller: Caller,
  survey: Survey,
  { order, options, validation_rules, ...fields }: Fields,
): Promise<SurveyQuestion> {
  refuseRewriting(survey)
  if ((await readOrder(tx, survey.id)).length >= SURVEY_QUESTIONS_MAX)
    throw conflict(`A survey has at most ${SURVEY_QUESTIONS_MAX} questions.`)
  const settled = settledColumns({ ...fields, options, validation_rules })
  const { id } = await tx
    .insertInto('feedback_questions')
    .values({ ...fields, ...settled, feedback_survey_id: survey.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await placeQuestion(tx, survey, id, order)
  const question = await readQuestion(tx, caller, id)
  await trail.created(tx, caller, question)
  return question
}

type Copied = Pick<SurveyQuestion, (typeof QUESTION_FIELDS)[number]>

export const copyOf = (question: Copied) =>
  Object.fromEntries(QUESTION_FIELDS.map((field) => [field, question[field]])) as Copied

export const duplicateQuestion = (tx: Tx, caller: Caller, survey: Survey, question: SurveyQuestion) =>
  addQuestion(tx, caller, survey, { ...copyOf(question), order: question.order + 1 })

/**
 * Changes a question; fields left out stay. Once the survey is answered, its questions go on asking what they asked.
 */
export async function updateQuestion(
  tx: Tx,
  caller: Caller,
  survey: Survey,
  question: SurveyQuestion,
  { updated_at, order, ...change }: z.output<typeof SurveyQuestionChange>,
): Promise<SurveyQuestion> {
  refuseStale(question, { updated_at })
  refuseClosed(survey)
  const merged = { ...question, ...change }
  const settled = settledColumns(merged)
  const asksTheSame =
    merged.question_text === question.question_text &&
    merged.question_type === question.question_type &&
    settled.options === JSON.stringify(question.options)
  if (!asksTheSame) refuseRewriting(survey)
  const saysTheSame =
    merged.title === question.title &&
    merged.help_text === question.help_text &&
    merged.is_required === question.is_required &&
    isDeepStrictEqual(settled.validation_rules && JSON.parse(settled.validation_rules), question.validation_rules)
  if (survey.is_anonymous && !saysTheSame) refuseUnless(answeredMay.retouch, answersOf(survey))
  await tx
    .updateTable('feedback_questions')
    .set({ ...change, ...settled, updated_at: new Date() })
    .where('id', '=', question.id)
    .execute()
  if (order !== undefined) await placeQuestion(tx, survey, question.id, order)
  const updated = await readQuestion(tx, caller, question.id)
  await trail.changed(tx, caller, question, updated)
  return updated
}

export async function deleteQuestion(tx: Tx, caller: Caller, survey: Survey, question: SurveyQuestion): Promise<void> {
  refuseRewriting(survey)
  const others = (await readOrder(tx, survey.id)).filter((id) => id !== question.id)
  if (others.length === 0) refuseUnless(losesLast, survey.status)
  await tx.deleteFrom('feedback_questions').where('id', '=', question.id).execute()
  await storeOrder(tx, others)
  await trail.deleted(tx, caller, question)
}

/** @throws 422 without a list, 409 unless these are exactly the questions of the survey */
export async function reorderQuestions(
  tx: Tx,
  caller: Caller,
  survey: Survey,
  questionIds: readonly number[] | undefined,
): Promise<void> {
  refuseClosed(survey)
  if (!questionIds) throw invalid({ question_ids: ['question_ids must be a list'] })
  const before = await readTitles(tx, survey.id)
  refuseIncomplete([...before.keys()], questionIds)
  await storeOrder(tx, questionIds)
  await leaveTrail(tx, caller, [
    {
      action: 'reorder',
      entity: 'feedback_survey',
      entityId: survey.id,
      changes: { order_of_questions: [[...before.values()], questionIds.map((id) => before.get(id))] },
    },
  ])
}

/** Copies the questions into another survey, which has none yet. */
export async function copyQuestions(tx: Tx, from: Pick<Survey, 'id'>, to: number): Promise<void> {
  await tx
    .insertInto('feedback_questions')
    .columns(['feedback_survey_id', ...QUESTION_FIELDS, 'position'])
    .expression((eb) =>
      eb
        .selectFrom('feedback_questions')
        .select([sql<number>`${to}::integer`.as('feedback_survey_id'), ...QUESTION_FIELDS, 'position'])
        .where('feedback_survey_id', '=', from.id)
        .orderBy('position')
        .orderBy('id'),
    )
    .execute()
}
