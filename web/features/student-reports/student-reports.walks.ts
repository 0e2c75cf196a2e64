import { PLACE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/reports': [
      `${PLACE}&fetched=yes&status=pending&page=2`,
      'tab=register&department_id=4&page=2',
      'tab=below',
      'tab=below&by=place&department_id=4',
      `department_id=4&batch_id=4&fetched=yes&only=below&modal=view&id=4`,
      `${PLACE}&fetched=yes&from=2026-02-01&to=2026-02-28`,
    ],
  },
}
