import type { Db } from '../../db/types.ts'
import { add } from '../../testing/make/adding.ts'
import { FEW, type Walks } from '../../testing/walks.ts'

/** Adds a rule set of a department, for a batch. */
export const addRuleSet = (db: Db, batch_id: number, department_id: number) =>
  add(db, 'eligibility_rule_sets', { batch_id, department_id, attendance: 90 })

/** Adds an exemption from the logbook. */
export const addExemption = (
  db: Db,
  fields: { student_id: number; department_id?: number; reason: string; granted_by: number },
) => add(db, 'eligibility_exemptions', { condition: 'logbook', ...fields })

const judged = {
  batch_id: 'student_batches.batch_id',
  department_id: 'attendance_standings.department_id',
  condition: 'judged of the students of one batch',
  verdict: 'judged of the students of one batch',
}

export const walks: Walks = {
  kinds: {
    'rule set': {
      // Each has a batch of its own: a place has one rule set.
      make: async ({ db, make, ids }) => addRuleSet(db, await make.batch(), ids.department),
    },
    exemption: {
      make: ({ db, ids, student, tell }) =>
        addExemption(db, {
          student_id: student.id,
          department_id: ids.department,
          reason: tell('exemption reason'),
          granted_by: ids.user,
        }),
    },
  },
  ids: {
    '/eligibility/students': 'student',
    '/eligibility/rules': 'rule set',
    '/eligibility/exemptions': 'exemption',
  },
  prepared: {
    // At least what holds without the department's own.
    'POST /eligibility/rules': () => ({ body: { attendance: 90, logbook: 100 } }),
    'PUT /eligibility/rules/:id': () => ({ body: { attendance: 95 } }),
  },
  filters: {
    '/eligibility': judged,
    '/eligibility/rules': { batch_id: FEW, department_id: FEW },
  },
}
