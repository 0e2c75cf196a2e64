import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  // It belongs to the entity that is named beside it.
  ids: { entity_id: 'student' },
  filters: {
    '/audit': { entity: 'audit.entity', entity_id: 'asked together with its entity', actor_id: 'audit.actor_id' },
  },
}
