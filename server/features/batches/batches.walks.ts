import { sql } from 'kysely'
import { renamed } from '../../testing/prepared-calls.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: { batch: { shownTo: ['staff'], texts: { staff: ['batch'] } } },
  ids: { '/batches': 'batch', batch_id: 'batch', to_batch_id: 'batch' },
  prepared: {
    'PUT /batches/:id': renamed,
    'POST /batches/:id/promote': async ({ at, own }) => ({
      body: { updated_at: (await at.stored('batches', own.ids.batch))?.updated_at },
    }),
    'POST /batches/:id/promotion/undo': async ({ at, own }) => {
      const { batch } = own.ids
      await sql`with turn as (insert into batch_turns (batch_id, from_year, to_year, turned_by)
          select id, '1st Year', current_year, 'Somebody' from batches where id = ${batch} returning id)
        insert into batch_turn_students (turn_id, student_id, fate)
        select turn.id, link.student_id, 'went_on' from turn, student_batches link
          join students on students.id = link.student_id and students.current_year is null
        where link.batch_id = ${batch} and link.status = 'active'`.execute(at.db)
      return { body: { updated_at: (await at.stored('batches', batch))?.updated_at } }
    },
  },
  filters: { '/batches': { status: FEW }, '/batches/counts': { status: FEW } },
  keptLists: { '/batches': { table: 'batches' } },
}
