import { type Kysely, sql } from 'kysely'

const TYPES = `'text', 'textarea', 'number', 'email', 'date', 'url', 'select', 'single_choice', 'multiple_choice', 'radio',
      'checkbox', 'rating', 'boolean'`

/** The columns that a question of a survey and one of the pool have alike. */
const QUESTION = `title text not null,
    question_text text not null,
    question_type text not null check (question_type in (${TYPES})),
    options jsonb not null default '[]' check (jsonb_typeof(options) = 'array'),
    is_required boolean not null default false,
    help_text text,
    validation_rules jsonb check (jsonb_typeof(validation_rules) = 'object'),
    position integer not null default 1 check (position > 0),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check (options <> '[]'
      or question_type not in ('select', 'single_choice', 'multiple_choice', 'radio', 'checkbox'))`

/** Feedback: surveys, the pool that their questions come from, and what students answer. */
const statements = [
  `create table feedback_surveys (
    id integer generated always as identity primary key,
    title text not null,
    description text,
    department_id integer,
    department_type text not null default 'academic' check (department_type = 'academic'),
    batch_id integer references batches,
    group_id integer,
    status text not null default 'draft' check (status in ('draft', 'active', 'closed')),
    start_date date,
    end_date date,
    is_anonymous boolean not null default false,
    allow_multiple_responses boolean not null default false,
    changes_text text,
    changes_at timestamptz(3),
    created_by integer not null references users,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    check (end_date >= start_date),
    check (group_id is null or (department_id is not null and batch_id is not null)),
    check ((changes_text is null) = (changes_at is null)),
    foreign key (department_id, department_type) references departments (id, type),
    foreign key (group_id, department_id) references groups (id, department_id),
    foreign key (group_id, batch_id) references groups (id, batch_id)
  )`,
  'create index feedback_surveys_department_id on feedback_surveys (department_id, id desc)',
  'create index feedback_surveys_batch_id on feedback_surveys (batch_id, id desc)',
  'create index feedback_surveys_group_id on feedback_surveys (group_id, id desc)',
  'create index feedback_surveys_status on feedback_surveys (status, id desc)',
  'create index feedback_surveys_created_by on feedback_surveys (created_by)',

  // Two questions may have one place, as staff give it: they stand in the order of their ids then.
  `create table feedback_questions (
    id integer generated always as identity primary key,
    feedback_survey_id integer not null references feedback_surveys on delete cascade,
    ${QUESTION}
  )`,
  'create index feedback_questions_survey on feedback_questions (feedback_survey_id, position, id)',
  'create index feedback_questions_type on feedback_questions (question_type, id desc)',

  `create table feedback_pool_questions (
    id integer generated always as identity primary key,
    is_public boolean not null default true,
    usage_count integer not null default 0 check (usage_count >= 0),
    department_id integer references departments,
    created_by integer not null references users,
    ${QUESTION}
  )`,
  'create index feedback_pool_questions_position on feedback_pool_questions (position, id desc)',
  'create index feedback_pool_questions_type on feedback_pool_questions (question_type, position, id desc)',
  'create index feedback_pool_questions_department_id on feedback_pool_questions (department_id, position, id desc)',
  'create index feedback_pool_questions_created_by on feedback_pool_questions (created_by, position, id desc)',
  'create index feedback_pool_questions_usage_count on feedback_pool_questions (usage_count desc, id desc)',

  // Responses to surveys with names. A student has one, the first, unless a survey allows more.
  `create table feedback_responses (
    id integer generated always as identity primary key,
    feedback_survey_id integer not null references feedback_surveys,
    student_id integer not null references students,
    nth integer not null default 1 check (nth > 0),
    answers jsonb not null check (jsonb_typeof(answers) = 'object'),
    send_key uuid unique,
    submitted_at timestamptz(3) not null default now(),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    constraint feedback_responses_nth unique (feedback_survey_id, student_id, nth)
  )`,
  'create index feedback_responses_feedback_survey_id on feedback_responses (feedback_survey_id, id desc)',
  'create index feedback_responses_student_id on feedback_responses (student_id, id desc)',

  // The students who have answered an anonymous survey: one value for all of them, by their ids, so that nothing tells
  // when one did.
  `create table feedback_participants (
    feedback_survey_id integer primary key references feedback_surveys on delete cascade,
    student_ids integer[] not null default '{}' check (array_position(student_ids, null) is null)
  )`,

  // The answers to it: no person, no time, no number that grows.
  `create table feedback_anonymous_responses (
    feedback_survey_id integer not null references feedback_surveys,
    id uuid not null default gen_random_uuid(),
    answers jsonb not null check (jsonb_typeof(answers) = 'object'),
    is_counted boolean not null default false,
    primary key (feedback_survey_id, id)
  )`,
  'create index feedback_anonymous_responses_waiting on feedback_anonymous_responses (feedback_survey_id) where not is_counted',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
