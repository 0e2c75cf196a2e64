import { sql } from 'kysely'
import type { Db } from './types.ts'

/** TypeScript's type of each type of column, as `open.ts` has the driver read it. Instants have types of their own. */
const READ_AS: Record<string, string> = {
  boolean: 'boolean',
  bytea: 'Buffer',
  bigint: 'number',
  date: 'string',
  int8multirange: 'string',
  integer: 'number',
  'integer[]': 'number[]',
  'text[]': 'string[]',
  numeric: 'number',
  smallint: 'number',
  text: 'string',
  'time without time zone': 'string',
  uuid: 'string',
}

/** Columns that have a narrower type than the database knows. */
const NARROWED: Record<string, string> = {
  'assessment_results.criteria_marks': 'NullableJson<CriteriaMarks>',
  'assessments.criteria': 'NullableJson<Criterion[]>',
  'attendance_submissions.department_id': 'Generated<number>', // a trigger adds what is left out
  'audit.changes': 'ColumnType<Record<string, [unknown, unknown]>, string, never>',
  'batch_turn_students.links': "NullableJson<Record<'left' | 'made', Record<'batches' | 'groups', number[]>>>",
  'college_settings.signatories': 'ColumnType<Signatory[], string | undefined, string>',
  'eligibility_list_rows.conditions': 'ColumnType<ConditionStanding[], string, never>',
  'eligibility_lists.rules': 'ColumnType<FrozenRule[], string, never>',
  'feedback_anonymous_responses.answers': 'Json<Record<string, Answer>>',
  'feedback_pool_questions.options': 'ColumnType<string[], string | undefined, string>',
  'feedback_pool_questions.validation_rules': 'NullableJson<Rules>',
  'feedback_questions.options': 'ColumnType<string[], string | undefined, string>',
  'feedback_questions.validation_rules': 'NullableJson<Rules>',
  'feedback_responses.answers': 'Json<Record<string, Answer>>',
  'import_rows.before': 'NullableJson<Record<string, unknown>>',
  'import_rows.links': "NullableJson<Record<'left' | 'made', Record<'batches' | 'groups', number[]>>>",
  'security_log.kind': 'SecurityKind',
  'task_submissions.criteria_marks': 'NullableJson<CriteriaMarks>',
  'tasks.criteria': 'NullableJson<Criterion[]>',
}

/** Tables and columns that triggers alone write. */
const KEPT_BY_TRIGGERS =
  /^(?:assessment_counts|attendance_session_counts|attendance_standings|feedback_response_counts|log_entry_counts)\.|^assessments\.(?:result|marked|absent|criteria)_count$|^attendance_sessions\.(?:present|absent|leave)$|^staff\.sort_name$/

const HEAD = `// Made from the database: npx vitest run server/db/schema.test.ts -u
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { CriteriaMarks, Criterion } from '../../shared/criteria.ts'
import type { ConditionStanding } from '../../shared/contract/eligibility.ts'
import type { FrozenRule } from '../../shared/contract/eligibility-lists.ts'
import type { SecurityKind } from '../../shared/contract/security-log.ts'
import type { Signatory } from '../../shared/contract/settings.ts'
import type { Answer } from '../../shared/feedback/question-types.ts'
import type { Rules } from '../../shared/feedback/rules.ts'
import type { DefaultInstant, Instant, Json, NullableInstant, NullableJson } from './columns.ts'
`

interface Column {
  table: string
  name: string
  type: string
  isNullable: boolean
  isGenerated: boolean
  hasDefault: boolean
  /** The check constraint on this column alone, if it has one. */
  check: string | null
}

/** Reads the words from a check such as `((status = ANY (ARRAY['active'::text, 'inactive'::text])))`. */
const wordsOf = ({ name, check }: Column) =>
  check?.startsWith(`CHECK ((${name} = `) ? check.match(/'[^']*'(?=::text)/g)?.join(' | ') : undefined

function typeOf(column: Column): string {
  const narrowed = NARROWED[`${column.table}.${column.name}`]
  if (narrowed) return narrowed
  if (column.type === 'timestamp with time zone')
    return column.isNullable ? 'NullableInstant' : column.hasDefault ? 'DefaultInstant' : 'Instant'
  const read = wordsOf(column) ?? READ_AS[column.type]
  if (!read) throw new Error(`say in table-types.ts how ${column.table}.${column.name} is read, a ${column.type}`)
  const type = column.isNullable ? `${read} | null` : read
  if (column.isGenerated || KEPT_BY_TRIGGERS.test(`${column.table}.${column.name}`)) return `GeneratedAlways<${type}>`
  return column.hasDefault ? `Generated<${type}>` : type
}

/** Returns the TypeScript of `tables.ts`: every table with the types of its columns. */
export async function describeTables(db: Db): Promise<string> {
  const { rows } = await sql<Column>`
    select c.relname as table, a.attname as name, format_type(a.atttypid, null) as type,
      not a.attnotnull as "isNullable", a.attidentity = 'a' or a.attgenerated <> '' as "isGenerated",
      a.atthasdef or a.attidentity <> '' as "hasDefault",
      (select min(pg_get_constraintdef(oid)) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and k.conkey = array[a.attnum]) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname not like 'kysely%'
    order by c.relname collate "C", a.attnum`.execute(db)
  const tables = Map.groupBy(rows, (column) => column.table)
  const lines = [...tables].flatMap(([table, columns]) => [
    `  ${table}: {`,
    ...columns.map((column) => `    ${column.name}: ${typeOf(column)}`),
    '  }',
  ])
  return `${HEAD}\nexport interface Tables {\n${lines.join('\n')}\n}\n`
}
