import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/reporting': ['q=ward&status=closed&reported_page=2', 'modal=view&id=4'],
  },
  found: { case: ['search:cases', '/reporting'] },
  unformed: {
    'reportings.respond': ['response', 'the wire of other programs; ActionForm sends reportings.update'],
    'reportings.update': [
      'status initial_response escalation_reason escalated_to resolution_notes',
      'ActionForm has one text and one person for every action',
    ],
  },
}
