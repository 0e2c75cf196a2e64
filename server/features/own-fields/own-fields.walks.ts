import { renamed } from '../../testing/prepared-calls.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    ownField: {
      make: ({ make, tell }) => make.ownField({ name: tell('ownfield') }),
      shownTo: ['staff', 'student'],
      texts: { staff: ['ownfield'], student: ['ownfield'] },
    },
  },
  ids: { '/own-fields': 'ownField' },
  prepared: { 'PUT /own-fields/:id': renamed },
  filters: { '/own-fields': { entity: FEW } },
}
