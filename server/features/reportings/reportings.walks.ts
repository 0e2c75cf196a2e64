import type { Place, Prepare, Walks } from '../../testing/walks.ts'

const told = ({ ids, tell }: Place) => ({
  title: tell('case'),
  description: tell('case description'),
  internal_notes: tell('notes'),
  reported_by: ids.user,
})

const reported: Prepare = async ({ at, own, caller }) => ({
  ids: { case: await at.make.reporting(own.ids.student, own.ids.staff, { reported_by: caller.id }) },
})

export const walks: Walks = {
  kinds: {
    case: {
      make: (place) =>
        place.make.reporting(place.student.id, place.ids.staff, { ...told(place), is_confidential: true }),
      hiddenBeside: 'from all',
    },
    'withdrawn-case': {
      make: (place) =>
        place.make.reporting(place.student.id, place.ids.staff, {
          ...told(place),
          withdrawn_at: new Date(),
          withdrawn_by: place.ids.user,
        }),
      hiddenBeside: 'from all',
    },
    'case-entry': {
      make: async ({ db, ids, tell, keepFile, idOf }) => {
        const { id } = await db
          .insertInto('reporting_entries')
          .values({ reporting_id: await idOf('case'), kind: 'comment', author_id: ids.user, text: tell('note') })
          .returning('id')
          .executeTakeFirstOrThrow()
        await db
          .insertInto('reporting_files')
          .values({ ...(await keepFile()), reporting_entry_id: id, position: 0, type: 'application/pdf' })
          .execute()
        return id
      },
      hiddenBeside: 'from all',
    },
  },
  ids: {
    '/reportings': 'case',
    '/reportings/withdrawn': 'withdrawn-case',
    entry_id: 'case-entry',
    assigned_to: 'staff',
    escalated_to: 'staff',
  },
  prepared: { 'PUT /reportings/:id': reported, 'POST /reportings/:id/entries': reported },
  tells: {
    'POST /reportings assigned_to':
      'a case may be given to any teacher of the college, as /reportings/assignees lists them',
  },
  filters: {
    '/reportings': {
      list: 'the parts of a caller have an index each',
      status: 'of all cases it is served by an index of those that are not withdrawn',
      severity: 'as the status',
      category: 'as the status',
      student_id: 'reportings.student_id',
      turn: 'the parts of a caller have an index each',
      sort: 'an order',
      order: 'an order',
    },
  },
  files: {
    reporting_files: {
      keep: async ({ at, faculty, medicine, student, keepFile }) => {
        const staff = await at.make.staff(await at.make.user(), medicine)
        const reporting_id = await at.make.reporting((await student()).id, staff)
        const { id: reporting_entry_id } = await at.db
          .insertInto('reporting_entries')
          .values({ reporting_id, kind: 'comment', author_id: faculty.userId })
          .returning('id')
          .executeTakeFirstOrThrow()
        const file = await keepFile()
        await at.db
          .insertInto('reporting_files')
          .values({ reporting_entry_id, position: 0, name: 'a.txt', type: 'text/plain', ...file })
          .execute()
        return file.storage_key
      },
    },
  },
  goOn: ['/reportings/:id/response'],
  found: { path: '/reportings' },
  keptLists: { '/reportings': { table: 'reportings', isShown: (row) => row.withdrawn_at === null } },
}
