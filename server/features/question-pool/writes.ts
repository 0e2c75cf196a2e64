import type * as z from 'zod/mini'
import type {
  PoolQuestion,
  PoolQuestionChange,
  PoolQuestionInput,
} from '../../../shared/contract/feedback/question-pools.ts'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import type { Caller } from '../../core/caller.ts'
import { answering, invalid, refuseStale } from '../../core/errors.ts'
import { trailOf } from '../../core/trail.ts'
import type { Db, Tx } from '../../db/types.ts'
import { findDepartment } from '../departments/reads.ts'
import { QUESTION_FIELDS, settledColumns } from '../surveys/questions.rules.ts'
import { addQuestion, copyOf } from '../surveys/questions.writes.ts'
import { readPoolQuestion } from './reads.ts'
import { refuseOthers } from './rules.ts'

/** Names in the place of ids. */
const trail = trailOf(
  'feedback_pool_question',
  [...QUESTION_FIELDS, 'order', 'is_public', 'department'],
  (question: PoolQuestion) => ({ ...question, department: question.department?.name ?? null }),
)

const NO_DEPARTMENT = { department_id: ['Department does not exist'] }
/** A department that was deleted just now. */
const placeGone = { feedback_pool_questions_department_id_fkey: invalid(NO_DEPARTMENT) }

type QuestionPlace = { department_id?: number | null | undefined }

/** Returns what is wrong with the department. It may be any: administration asks too, and the pool is everybody's. */
async function placeProblems(
  db: Db,
  caller: Caller,
  { department_id }: QuestionPlace,
): Promise<Record<string, string[]>> {
  if (!department_id) return {}
  return (await findDepartment(db, caller, department_id)) ? {} : NO_DEPARTMENT
}

export async function createPoolQuestion(
  tx: Tx,
  caller: Caller,
  { order, ...input }: z.output<typeof PoolQuestionInput>,
): Promise<PoolQuestion> {
  const settled = settledColumns(input, await placeProblems(tx, caller, input))
  const { id } = await answering(placeGone, () =>
    tx
      .insertInto('feedback_pool_questions')
      .values({ ...input, ...settled, position: order, created_by: caller.id })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const created = await readPoolQuestion(tx, caller, id)
  await trail.created(tx, caller, created)
  return created
}

/** Changes a question of the pool; fields left out stay, as far as the question's type has them. */
export async function updatePoolQuestion(
  tx: Tx,
  caller: Caller,
  question: PoolQuestion,
  { updated_at, order, ...change }: z.output<typeof PoolQuestionChange>,
): Promise<PoolQuestion> {
  refuseOthers(caller, question)
  refuseStale(question, { updated_at })
  const settled = settledColumns({ ...question, ...change }, await placeProblems(tx, caller, change))
  await answering(placeGone, () =>
    tx
      .updateTable('feedback_pool_questions')
      .set({ ...change, ...settled, position: order, updated_at: new Date() })
      .where('id', '=', question.id)
      .execute(),
  )
  const updated = await readPoolQuestion(tx, caller, question.id)
  await trail.changed(tx, caller, question, updated)
  return updated
}

/** Surveys have copies of it, which stay. */
export async function deletePoolQuestion(tx: Tx, caller: Caller, question: PoolQuestion): Promise<void> {
  refuseOthers(caller, question)
  await tx.deleteFrom('feedback_pool_questions').where('id', '=', question.id).execute()
  await trail.deleted(tx, caller, question)
}

/**
 * Adds a copy of a question, which is locked, to a survey, and counts it. That is no change of the question: somebody
 * who edits it goes on.
 */
export async function addToSurvey(
  tx: Tx,
  caller: Caller,
  survey: FeedbackSurvey,
  pooled: PoolQuestion,
  order: number | undefined,
): Promise<SurveyQuestion> {
  const question = await addQuestion(tx, caller, survey, { ...copyOf(pooled), order })
  await tx
    .updateTable('feedback_pool_questions')
    .set((eb) => ({ usage_count: eb('usage_count', '+', 1) }))
    .where('id', '=', pooled.id)
    .execute()
  return question
}
