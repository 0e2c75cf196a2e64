import { sql } from 'kysely'
import type { Db } from '../../db/types.ts'
import { add, type Fields, next } from './adding.ts'

export const ownFieldMakers = (db: Db) => ({
  /** A field of students, text unless said, in the first place that is free. */
  ownField: (fields: Fields<'own_fields'> = {}) => {
    const { entity = 'student' } = fields
    return add(db, 'own_fields', {
      entity,
      name: `Own ${next()}`,
      kind: 'text',
      position: sql`(select min(place) from generate_series(1, 20) place
        where not exists (select from own_fields where entity = ${entity} and position = place))` as unknown as number,
      ...fields,
    })
  },

  /** The value of a field in a record. */
  ownValue: (fieldId: number, record: { student_id: number } | { staff_id: number }, value: string) =>
    db
      .insertInto('own_values')
      .columns(['field_id', 'entity', 'kind', 'is_unique', 'student_id', 'staff_id', 'value'])
      .expression((eb) =>
        eb
          .selectFrom('own_fields')
          .where('id', '=', fieldId)
          .select([
            'id',
            'entity',
            'kind',
            'is_unique',
            sql<number | null>`${'student_id' in record ? record.student_id : null}::integer`.as('student_id'),
            sql<number | null>`${'staff_id' in record ? record.staff_id : null}::integer`.as('staff_id'),
            sql<string>`${value}::text`.as('value'),
          ]),
      )
      .execute(),
})
