import { renamed } from '../../testing/prepared-calls.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    skill: {
      make: ({ make, ids, tell }) =>
        make.skill(ids.department, {
          name: tell('skill'),
          category: tell('skill category'),
          description: tell('skill description'),
        }),
      texts: { group: ['skill'] },
    },
  },
  ids: { '/skills': 'skill', skill_id: 'skill' },
  prepared: { 'PUT /skills/:id': renamed },
  filters: {
    '/skills': {
      department_id: 'skills.department_id',
      category: 'skills.category',
      search: 'skills.name_folded',
      year: 'skills.year',
      status: FEW,
    },
    '/skills/categories': { department_id: 'skills.department_id' },
  },
  found: { path: '/skills' },
}
