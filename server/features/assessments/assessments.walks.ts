import { renamed } from '../../testing/prepared-calls.ts'
import { SHARE, type Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    assessment: {
      make: ({ make, ids, tell }) =>
        make.assessment(ids.group, {
          name: tell('assessment'),
          detail: tell('assessment detail'),
          criteria: JSON.stringify([{ name: tell('assessment criterion'), marks: 20 }]),
          weightage: 10,
        }),
      texts: { group: ['assessment'] },
    },
    result: {
      make: async ({ make, student, tell, idOf }) =>
        make.result(await idOf('assessment'), student.id, { marks: 12.5, remarks: tell('result') }),
      hiddenBeside: 'from students',
    },
  },
  ids: { '/assessments': 'assessment', '/assessment-results': 'result', assessment_id: 'assessment' },
  prepared: {
    'PUT /assessments/:id': renamed,
    'POST /assessment-results': async ({ at, own }) => ({
      ids: { assessment: await at.make.assessment(own.ids.group) },
    }),
  },
  refusedBefore: { 'PUT /assessments/:id group_id': 'an assessment with results stays in its group' },
  filters: {
    '/assessments': {
      department_id: 'assessments.department_id',
      batch_id: 'assessments.batch_id',
      group_id: 'assessments.group_id',
      only: 'those without results have an index of their own',
      status: SHARE,
    },
    '/assessment-results': {
      assessment_id: 'assessment_results.assessment_id',
      student_id: 'assessment_results.student_id',
      group_id: 'assessments.group_id',
      status: SHARE,
    },
  },
  goOn: ['/assessment-results'],
  keptLists: { '/assessments': { table: 'assessments' }, '/assessment-results': { table: 'assessment_results' } },
}
