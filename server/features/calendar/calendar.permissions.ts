import { EVERY_USER, type PermissionTable } from '../../testing/permissions.ts'

export const table: PermissionTable = {
  rows: [
    ['GET /calendar', EVERY_USER],
    ['GET /calendar/days', EVERY_USER],
    ['POST /calendar', EVERY_USER],
    ['DELETE /calendar', EVERY_USER],
    // The address alone gives access; it shows what is its owner's.
    ['GET /calendar/:secret/feed.ics', 'public', { foreign: 'shown', as: 'H', address: ({ feed }) => String(feed) }],
  ],
  ids: async ({ make, department }) => ({ feed: await make.calendarFeed(await make.person('faculty', department)) }),
}
