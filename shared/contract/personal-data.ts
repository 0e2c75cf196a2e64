import { get } from '../endpoint.ts'

export const personalData = {
  export: get('/users/:id/personal-data', {
    summary: 'All that is kept of a person, as that person may see it: one’s own, or anybody’s for an administrator',
    action: 'account:own',
    file: { type: 'application/json', description: 'A JSON file' },
    costly: true,
    failure: 'Failed to fetch the personal data',
  }),
}
