import { createHash, randomUUID } from 'node:crypto'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { FeedbackResponse } from '../../../shared/contract/feedback/responses.ts'
import { checkAnswers, missingText, NOTHING_ANSWERED } from '../../../shared/feedback/answers.ts'
import { type Answer, type QuestionDefinition, questionTypes } from '../../../shared/feedback/question-types.ts'
import { invalid } from '../../core/errors.ts'

const REWORDED = 'This question was changed after you had answered it.'

interface SentAnswer {
  feedback_question_id: number
  answer?: unknown
  /** The text of the question as the student has read it. */
  asked?: string | undefined
}

/**
 * Returns the answers as they are stored: question id → answer.
 * @throws 422 with all that is wrong: `answers.<question id>`, and under `answers` what is required and missing
 */
export function settleAnswers(
  questions: readonly (QuestionDefinition & { id: number })[],
  sent: readonly SentAnswer[],
): Record<string, Answer> {
  const known = new Map(questions.map((question) => [question.id, question]))
  const given = new Map<number, unknown>()
  const errors: Record<string, string[]> = {}
  for (const { feedback_question_id: id, answer, asked } of sent) {
    const question = known.get(id)
    if (!question) errors[`answers.${id}`] = ['This question is not one of this survey']
    else if (given.has(id)) errors[`answers.${id}`] = ['This question is answered twice']
    else if (asked !== undefined && asked !== question.question_text) errors[`answers.${id}`] = [REWORDED]
    given.set(id, answer)
  }
  const { answers, missing, problems } = checkAnswers(questions, Object.fromEntries(given))
  for (const [id, problem] of Object.entries(problems)) errors[`answers.${id}`] ??= [problem]
  if (missing.length > 0) errors.answers = [missingText(missing)]
  else if (Object.keys({ ...answers, ...problems }).length === 0) errors.answers = [NOTHING_ANSWERED]
  if (Object.keys(errors).length > 0) throw invalid(errors)
  return answers
}

/** Question id → answer, as a list. */
export const listAnswers = (answers: Record<string, Answer>) =>
  Object.entries(answers).map(([id, answer]) => ({ feedback_question_id: Number(id), answer }))

/** The questions of a survey, each with what a response has of it. */
export function besideQuestions<Q extends { id: number }>(
  questions: readonly Q[],
  { answers }: Pick<FeedbackResponse, 'answers'>,
): (Q & { answer: Answer | null })[] {
  const given = new Map(answers.map(({ feedback_question_id, answer }) => [feedback_question_id, answer]))
  return questions.map((question) => ({ ...question, answer: given.get(question.id) ?? null }))
}

/** Returns the answers as people read them. */
export function reportLines(questions: readonly SurveyQuestion[], response: Pick<FeedbackResponse, 'answers'>) {
  const lines = besideQuestions(questions, response).map(({ order, title, question_text, question_type, answer }) => ({
    order,
    title,
    question_text,
    answer: answer === null ? null : String(questionTypes[question_type].cell(answer)),
  }))
  const answered_count = lines.filter(({ answer }) => answer !== null).length
  return { question_count: lines.length, answered_count, lines }
}

/** Returns a text's hash in the form of a random UUID: version 4, and the variant of it. */
function uuidOf(text: string): string {
  const digest = createHash('sha256').update(text).digest('hex')
  const variant = '89ab'.charAt(Number.parseInt(digest.charAt(16), 16) % 4)
  const groups = [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `4${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ]
  return groups.join('-')
}

/** Returns the UUID that a response is known by when it is sent again, the same for one student and key. */
export const sendKeyOf = (surveyId: number, studentId: number, key: string | undefined): string =>
  key === undefined ? randomUUID() : uuidOf(`${surveyId}\n${studentId}\n${key}`)

/**
 * Students, by their ids, who share a row of those who have answered anonymously: its last write tells none of them.
 */
const NEIGHBOURS = 32
export const neighboursOf = (studentId: number) => Math.floor(studentId / NEIGHBOURS)
