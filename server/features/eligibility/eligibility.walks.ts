import { FEW, type Walks } from '../../testing/walks.ts'

const judged = {
  department_id: 'attendance_standings.department_id',
  condition: 'judged of the students of one batch',
  verdict: 'judged of the students of one batch',
  q: 'looked for among the students of one batch',
}

export const walks: Walks = {
  kinds: {
    'rule set': {
      // Of a batch of its own: there is one for each place.
      make: async ({ db, make, ids }) =>
        (
          await db
            .insertInto('eligibility_rule_sets')
            .values({ batch_id: await make.batch(), department_id: ids.department, attendance: 90 })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    },
    exemption: {
      make: async ({ db, ids, student, tell }) =>
        (
          await db
            .insertInto('eligibility_exemptions')
            .values({
              student_id: student.id,
              condition: 'logbook',
              department_id: ids.department,
              reason: tell('exemption reason'),
              granted_by: ids.user,
            })
            .returning('id')
            .executeTakeFirstOrThrow()
        ).id,
    },
  },
  ids: {
    '/eligibility/students': 'student',
    '/eligibility/rules': 'rule set',
    '/eligibility/exemptions': 'exemption',
  },
  filters: {
    '/eligibility': judged,
    '/eligibility/rules': { batch_id: FEW, department_id: FEW },
  },
}
