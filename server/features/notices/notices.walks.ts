import { sharedSecret } from '../../core/secrets.ts'
import type { Walks } from '../../testing/walks.ts'
import { stopTokenOf } from './rules.ts'

export const walks: Walks = {
  prepared: {
    'POST /notices/weekly-mail/stop': async ({ at, caller }) => {
      const values = { user_id: caller.id, digest_since: new Date() }
      await at.db.insertInto('notice_choices').values(values).execute()
      return { query: { token: stopTokenOf(await sharedSecret(at.db, 'notices'), caller.id) } }
    },
  },
  goOn: ['/notices/weekly-mail/stop'],
}
