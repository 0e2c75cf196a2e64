import { sharedSecret } from '../../core/secrets.ts'
import { browserKeys } from '../../testing/push-service.ts'
import type { Walks } from '../../testing/walks.ts'
import { stopTokenOf } from './rules.ts'

/** The same each time, so that two calls can be compared. */
const KEYS = browserKeys().keys

export const walks: Walks = {
  prepared: {
    'POST /notices/device': () => ({
      body: { endpoint: 'https://fcm.googleapis.com/fcm/send/one', keys: KEYS },
    }),
    'POST /notices/weekly-mail/stop': async ({ at, caller }) => {
      const values = { user_id: caller.id, digest_since: new Date() }
      await at.db.insertInto('notice_choices').values(values).execute()
      return { query: { token: stopTokenOf(await sharedSecret(at.db, 'notices'), caller.id) } }
    },
  },
  goOn: ['/notices/weekly-mail/stop'],
}
