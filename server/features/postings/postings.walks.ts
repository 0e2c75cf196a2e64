import { dayAfter } from '../../testing/today.ts'
import type { Walks } from '../../testing/walks.ts'

const PREVIEW = '/postings/preview'
const ROTATION = '/postings/rotation/preview'
/** The group has a posting of these days already. */
const later = () => ({ body: { first_day: dayAfter(100), last_day: dayAfter(120) } })

let made = 0

export const walks: Walks = {
  kinds: {
    posting: {
      // A group has one posting a day, and the walks make several of one group.
      make: ({ make, ids, tell }) => {
        made += 1
        const day = dayAfter(-20 * made)
        return make.posting(ids.group, { first_day: day, last_day: day, ward: tell('ward') })
      },
      texts: { group: ['ward'] },
    },
  },
  ids: { '/postings': 'posting', posting_id: 'posting' },
  prepared: {
    'POST /postings': later,
    [`POST ${PREVIEW}`]: later,
    [`POST ${ROTATION}`]: later,
    'POST /postings/rotation': later,
    'PUT /postings/:id': () => ({ body: { ward: 'Ward 9' } }),
  },
  writesNothing: { [`POST ${PREVIEW}`]: 'it shows what would be', [`POST ${ROTATION}`]: 'it shows what would be' },
  filters: {
    '/postings': {
      batch_id: 'postings.batch_id',
      department_id: 'postings.department_id',
      group_id: 'postings.group_id',
      from: 'postings.last_day',
      to: 'postings.first_day',
    },
  },
  goOn: [PREVIEW, ROTATION],
}
