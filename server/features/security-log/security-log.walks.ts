import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  filters: {
    '/security-log': {
      user_id: 'security_log.user_id',
      kind: 'security_log.kind',
      day: 'security_log.at',
      address: 'security_log.address',
    },
  },
}
