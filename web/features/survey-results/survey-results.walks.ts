import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/feedback-results/:surveyId': ['group_id=4'],
  },
}
