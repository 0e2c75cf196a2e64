import { type Kysely, sql } from 'kysely'
import type { WayBack } from '../types.ts'

const percent = (column: string) => `${column} integer check (${column} between 1 and 100)`

/** The rule sets of who may sit the examination, and the exemptions from their conditions. */
const statements = [
  `create table eligibility_rule_sets (
    id integer generated always as identity primary key,
    batch_id integer references batches,
    department_id integer references departments,
    ${percent('attendance')},
    ${percent('logbook')},
    ${percent('assessments')},
    ${percent('tasks')},
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now()
  )`,
  `create unique index eligibility_rule_sets_place
    on eligibility_rule_sets (coalesce(batch_id, 0), coalesce(department_id, 0))`,
  'create index eligibility_rule_sets_batch_id on eligibility_rule_sets (batch_id)',
  'create index eligibility_rule_sets_department_id on eligibility_rule_sets (department_id)',
  `create table eligibility_exemptions (
    id integer generated always as identity primary key,
    student_id integer not null references students,
    condition text not null check (condition in ('attendance', 'logbook', 'assessments', 'tasks')),
    department_id integer references departments,
    reason text not null,
    granted_by integer not null references users,
    granted_at timestamptz(3) not null default now(),
    withdrawn_reason text,
    withdrawn_by integer references users,
    withdrawn_at timestamptz(3),
    constraint eligibility_exemptions_withdrawn_check check ((withdrawn_at is null) = (withdrawn_by is null)
      and (withdrawn_at is null) = (withdrawn_reason is null))
  )`,
  `create unique index eligibility_exemptions_standing
    on eligibility_exemptions (student_id, condition, coalesce(department_id, 0)) where withdrawn_at is null`,
  'create index eligibility_exemptions_student_id on eligibility_exemptions (student_id)',
  'create index eligibility_exemptions_department_id on eligibility_exemptions (department_id)',
  'create index eligibility_exemptions_granted_by on eligibility_exemptions (granted_by)',
  'create index eligibility_exemptions_withdrawn_by on eligibility_exemptions (withdrawn_by)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}

export const back: WayBack = {
  losing: {
    'rule sets of the eligibility': 'eligibility_rule_sets',
    'exemptions from the eligibility': 'eligibility_exemptions',
  },
  statements: ['drop table eligibility_exemptions', 'drop table eligibility_rule_sets'],
}
