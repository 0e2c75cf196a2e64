import type { Prepare, Walks } from '../../testing/walks.ts'

/** A place at which nobody listens: that it was not heard is an answer, too. */
const withPlace: Prepare = async ({ at }) => {
  await at.db
    .updateTable('college_settings')
    .set({ alert_webhook: 'https://127.0.0.1:1/', updated_at: new Date() })
    .execute()
  return {}
}

export const walks: Walks = {
  prepared: { 'POST /concerns/key': withPlace, 'POST /concerns/test': withPlace },
  goOn: ['/concerns/key', '/concerns/test'],
  writesNothing: { 'POST /concerns/key': 'it shows a key' },
}
