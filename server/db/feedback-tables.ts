import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Answer } from '../../shared/feedback/question-types.ts'
import type { Rules } from '../../shared/feedback/rules.ts'
import type { QUESTION_TYPES, SURVEY_STATUSES } from '../../shared/labels.ts'
import type { Id, Instant, NullableInstant, Stamps, Word } from './columns.ts'

/** JSON, which is written as its text. */
type Json<T> = ColumnType<T, string, string>

interface Question {
  title: string
  question_text: string
  question_type: Word<typeof QUESTION_TYPES>
  options: ColumnType<string[], string | undefined, string>
  is_required: Generated<boolean>
  help_text: string | null
  validation_rules: ColumnType<Rules | null, string | null | undefined, string | null>
  /** From 1; what is called the order on the wire. */
  position: Generated<number>
}

/** Question id → what was answered. */
type Answers = Record<string, Answer>

/** Feedback: surveys, the pool that their questions come from, and what students answer. */
export interface FeedbackTables {
  feedback_surveys: Stamps & {
    id: Id
    title: string
    /** The folded title, by which surveys are searched. The database keeps it. */
    title_folded: GeneratedAlways<string>
    description: string | null
    department_id: number | null
    department_type: Generated<'academic'>
    batch_id: number | null
    group_id: number | null
    status: Generated<Word<typeof SURVEY_STATUSES>>
    start_date: string | null
    end_date: string | null
    is_anonymous: Generated<boolean>
    allow_multiple_responses: Generated<boolean>
    /** The changes made because of the answers, told to the students after closing. */
    changes_text: string | null
    changes_at: NullableInstant
    /** When students were last reminded by mail. */
    reminded_at: NullableInstant
    closed_at: NullableInstant
    /** Tells whether the responses of an anonymous survey are opened. It has ended for good then. */
    is_shown: Generated<boolean>
    created_by: number
  }
  feedback_questions: Stamps & Question & { id: Id; feedback_survey_id: number }
  feedback_pool_questions: Stamps &
    Question & {
      id: Id
      is_public: Generated<boolean>
      /** The number of surveys it was copied into. */
      usage_count: Generated<number>
      department_id: number | null
      created_by: number
    }
  /** Responses to surveys that are not anonymous. */
  feedback_responses: Stamps & {
    id: Id
    feedback_survey_id: number
    student_id: number
    /** Which of the student's own in this survey it is, from 1. */
    nth: Generated<number>
    answers: Json<Answers>
    /** The Idempotency-Key that it came with: sent again, it is the same one. */
    send_key: string | null
    submitted_at: Instant
  }
  /** Responses of a survey, counted by the database. */
  feedback_response_counts: { feedback_survey_id: GeneratedAlways<number>; responses: GeneratedAlways<number> }
  /** The students who have answered an anonymous survey, 32 neighbours in a row. The ids are sorted. */
  feedback_participants: {
    feedback_survey_id: number
    neighbours: number
    student_ids: Generated<number[]>
    /** The last day with responses, if the survey takes several of a student. `day_ids` has an id for each of them. */
    day: string | null
    day_ids: Generated<number[]>
  }
  /** The keys by which a response that is sent again is known. */
  feedback_send_keys: { feedback_survey_id: number; send_key: string }
  /** The responses to anonymous surveys, opened when the survey has ended. */
  feedback_anonymous_responses: {
    feedback_survey_id: number
    id: Generated<string>
    answers: Json<Answers>
  }
  /** The same responses until then, sealed, so that nobody who reads the database can read them. */
  feedback_waiting_responses: { feedback_survey_id: number; id: string; sealed: Buffer }
}
