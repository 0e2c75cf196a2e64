import { type RawBuilder, sql } from 'kysely'
import type { Db, Row } from '../../db/types.ts'

// The seal of a record stands for all that it says. A record with the seal that its import left says again, or still, what
// the import wrote, whoever has changed it meanwhile.

type Entity = Row<'import_rows'>['entity']

const digestOf = (text: RawBuilder<string>) => sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex') as seal`

const ofTable = (table: string) =>
  sql<string>`${digestOf(sql`(to_jsonb(record) - 'updated_at')::text`)} from ${sql.table(table)} record`

const ofPeople = (
  table: 'students' | 'staff',
  key: 'student_id' | 'staff_id',
) => sql<string>`${digestOf(sql`concat_ws(e'\\n',
    (to_jsonb(record) - 'updated_at')::text,
    (select to_jsonb(array[name, email])::text from users where users.id = record.user_id),
    (select jsonb_object_agg(field_id, value)::text from own_values own where own.${sql.ref(key)} = record.id))`)}
  from ${sql.table(table)} record`

/** Says how the seal of an entity is made; for others the time of the last change has to do. */
const SEALS: Partial<Record<Entity, RawBuilder<string>>> = {
  student: ofPeople('students', 'student_id'),
  staff: ofPeople('staff', 'staff_id'),
  skill: ofTable('skills'),
  department: ofTable('departments'),
  designation: ofTable('designations'),
  group: ofTable('groups'),
  assessment_result: ofTable('assessment_results'),
  // The register with its entries: who took it last, and when, is nothing that it says.
  attendance_session: sql<string>`${digestOf(sql`concat_ws(e'\\n',
      (to_jsonb(record) - array['updated_at', 'taken_by', 'taken_at', 'taken_key'])::text,
      (select jsonb_agg(jsonb_build_array(entry.id, entry.student_id, entry.status, entry.remarks) order by entry.id)::text
        from attendance_submissions entry where entry.attendance_session_id = record.id))`)}
    from attendance_sessions record`,
}

const ofPasswords = (table: 'students' | 'staff') =>
  sql<string>`${digestOf(sql`users.password_hash`)} from ${sql.table(table)} record join users on users.id = record.user_id`

/** The same of the passwords of people: a new one makes no other record, but whoever has got it can sign in. */
const PASSWORDS: typeof SEALS = { student: ofPasswords('students'), staff: ofPasswords('staff') }

/** Returns the seals of those of these records that are there, by id, in one statement. */
async function readSeals(
  db: Db,
  seal: RawBuilder<string> | undefined,
  ids: readonly number[],
): Promise<Map<number, string>> {
  if (!seal || ids.length === 0) return new Map()
  const { rows } = await sql<{ id: number; seal: string }>`
    select record.id, ${seal} where record.id = any(${[...ids]})`.execute(db)
  return new Map(rows.map((row) => [row.id, row.seal]))
}

type SealOf = (row: { entity: Entity; entity_id: number }) => string | undefined

/** Reads the seals of records that an import wrote, as they are now. */
export const readSealsOf = (db: Db, rows: readonly { entity: Entity; entity_id: number }[]) => sealsBy(db, rows, SEALS)

/** Reads the seals of the passwords of people whom an import added. */
export const readPasswordSealsOf = (db: Db, rows: readonly { entity: Entity; entity_id: number }[]) =>
  sealsBy(db, rows, PASSWORDS)

async function sealsBy(
  db: Db,
  rows: readonly { entity: Entity; entity_id: number }[],
  seals: typeof SEALS,
): Promise<SealOf> {
  const byEntity = new Map<Entity, Map<number, string>>()
  for (const [entity, several] of Map.groupBy(rows, (row) => row.entity))
    byEntity.set(
      entity,
      await readSeals(
        db,
        seals[entity],
        several.map(({ entity_id }) => entity_id),
      ),
    )
  return ({ entity, entity_id }) => byEntity.get(entity)?.get(entity_id)
}
