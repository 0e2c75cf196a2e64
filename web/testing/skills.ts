import type { Skill } from '../../shared/contract/skills.ts'
import { stamps } from './records.ts'

/** A skill of Medicine that is asked for ten times. */
export const skill = (changes: Partial<Skill> = {}): Skill => ({
  id: 6,
  name: 'Venous cannulation',
  code: 'MED-01',
  department_id: 3,
  department: { id: 3, name: 'Medicine' },
  category: 'Procedure',
  level: 'supervised',
  usual_count: 10,
  usual_a_day: 3,
  allows_simulation: false,
  observed_share: 20,
  year: '4th Year',
  description: 'Aseptic',
  status: 'active',
  ...stamps,
  ...changes,
})
