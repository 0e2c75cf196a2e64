import { renamed } from '../../testing/prepared-calls.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    ownField: {
      make: ({ make, tell }) => make.ownField({ name: tell('own field') }),
      shownTo: ['staff', 'student'],
      texts: { staff: ['own field'], student: ['own field'] },
    },
  },
  ids: { '/own-fields': 'ownField' },
  prepared: { 'PUT /own-fields/:id': renamed },
  filters: { '/own-fields': { entity: FEW } },
}
