import type { PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /status', 'A'],
    ['GET /status/room', 'A'],
    ['POST /status/room', 'A', { foreign: 'shown' }],
    // The jobs are the whole college's.
    ['POST /status/jobs/:kind/retry', 'A', { foreign: 'shown', address: () => '/status/jobs/cases/retry' }],
    ['POST /status/jobs/:kind/dismiss', 'A', { foreign: 'shown', address: () => '/status/jobs/cases/dismiss' }],
  ],
}
