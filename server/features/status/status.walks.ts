import { failedJobs } from '../../testing/jobs.ts'
import type { Prepare, Walks } from '../../testing/walks.ts'

const failed: Prepare = async ({ at }) => {
  await failedJobs(at.db, 'mail-case', { queue: 'mail' })
  return { params: { kind: 'mail-case' } }
}

export const walks: Walks = {
  prepared: {
    'POST /status/jobs/:kind/retry': failed,
    'POST /status/jobs/:kind/dismiss': failed,
    'POST /status/room': () => ({ body: { kind: 'replaced_submissions' } }),
  },
  goOn: ['/status/room', '/status/jobs/:kind/retry', '/status/jobs/:kind/dismiss'],
}
