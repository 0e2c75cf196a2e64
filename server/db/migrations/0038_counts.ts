import { type Kysely, sql } from 'kysely'

/** A table of rows that a group has, and what is counted of them by group and status. */
interface Counted {
  table: string
  counts: string
  /** The column with the number of rows. */
  rows: string
  /** Columns of the rows that are summed. */
  sums: Record<string, string>
}

const sessions: Counted = {
  table: 'attendance_sessions',
  counts: 'attendance_session_counts',
  rows: 'sessions',
  sums: { present: 'present', absent: 'absent', leave: 'leave' },
}
const assessments: Counted = {
  table: 'assessments',
  counts: 'assessment_counts',
  rows: 'assessments',
  sums: { results: 'result_count' },
}

const ALL = (table: string) => `select *, 1 as n from ${table}`
const ADDED = 'select added.*, 1 as n from added'
const REMOVED = 'select removed.*, -1 as n from removed'

/** Adds what the rows of this source count for; `n` is 1 for each that is there, and -1 for each that has gone. */
const addOf =
  ({ counts, rows, sums }: Counted) =>
  (source: string) => {
    const changes = { [rows]: 'sum(n)', ...mapped(sums, (column) => `sum(n * ${column})`) }
    return `insert into ${counts} as known (group_id, status, department_id, batch_id, ${Object.keys(changes).join(', ')})
      select group_id, status, department_id, batch_id, ${Object.values(changes).join(', ')}
      from (${source}) counted group by group_id, status, department_id, batch_id
      having ${Object.values(changes)
        .map((change) => `${change} <> 0`)
        .join(' or ')}
      order by group_id, status
      on conflict (group_id, status) do update set ${Object.keys(changes)
        .map((column) => `${column} = known.${column} + excluded.${column}`)
        .join(', ')}`
  }

const mapped = (texts: Record<string, string>, change: (text: string) => string) =>
  Object.fromEntries(Object.entries(texts).map(([key, text]) => [key, change(text)]))

/** A function that adds what has changed, and its triggers on the table, once for a statement. */
const keptBy = (table: string, counts: string, add: (source: string) => string) => [
  `create function ${table}_keep_counts() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then ${add(ADDED)};
      elsif tg_op = 'UPDATE' then ${add(`${ADDED} union all ${REMOVED}`)};
      else ${add(REMOVED)};
      end if;
      return null;
    end
  $$`,
  `create trigger ${counts}_added after insert on ${table}
    referencing new table as added for each statement execute function ${table}_keep_counts()`,
  `create trigger ${counts}_changed after update on ${table}
    referencing old table as removed new table as added for each statement execute function ${table}_keep_counts()`,
  `create trigger ${counts}_removed after delete on ${table}
    referencing old table as removed for each statement execute function ${table}_keep_counts()`,
]

const countedByGroup = (counted: Counted) => {
  const { table, counts, rows, sums } = counted
  return [
    `create table ${counts} (
      group_id integer not null,
      status text not null,
      department_id integer not null,
      batch_id integer not null,
      ${[rows, ...Object.keys(sums)].map((column) => `${column} integer not null,`).join('\n      ')}
      primary key (group_id, status),
      foreign key (group_id, department_id) references groups (id, department_id) on update cascade on delete cascade,
      foreign key (group_id, batch_id) references groups (id, batch_id) on update cascade on delete cascade
    ) with (fillfactor = 70)`,
    `create index ${counts}_department_id on ${counts} (department_id, batch_id)`,
    `create index ${counts}_batch_id on ${counts} (batch_id)`,
    addOf(counted)(ALL(table)),
    ...keptBy(table, counts, addOf(counted)),
  ]
}

/** Responses with names, by survey. */
const addResponses = (source: string) => `insert into feedback_response_counts as known (feedback_survey_id, responses)
  select feedback_survey_id, sum(n) from (${source}) counted group by feedback_survey_id
  having sum(n) <> 0 order by feedback_survey_id
  on conflict (feedback_survey_id) do update set responses = known.responses + excluded.responses`

/**
 * Counts kept by the database: sessions with their entries and assessments with their results by group and status,
 * responses with names by survey. A page of a long list tells its total, and to count all rows for it costs more with
 * every year.
 */
const statements = [
  ...countedByGroup(sessions),
  ...countedByGroup(assessments),
  `create table feedback_response_counts (
    feedback_survey_id integer primary key references feedback_surveys on delete cascade,
    responses integer not null
  ) with (fillfactor = 70)`,
  addResponses(ALL('feedback_responses')),
  ...keptBy('feedback_responses', 'feedback_response_counts', addResponses),
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
