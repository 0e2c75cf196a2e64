import * as z from 'zod/mini'
import { endpoint } from '../endpoint.ts'
import { idParam } from '../fields.ts'

export const personalData = {
  export: endpoint({
    method: 'GET',
    path: '/users/:id/personal-data',
    summary: 'All that is kept of a person, as that person may see it: one’s own, or anybody’s for an administrator',
    action: 'account:own',
    params: z.object({ id: idParam }),
    file: { type: 'application/json', description: 'A JSON file' },
    costly: true,
    failure: 'Failed to fetch the personal data',
  }),
}
