import { type APIRequestContext, expect } from '@playwright/test'
import type { AssessmentRosterRow } from '../shared/contract/assessments.ts'
import { apiAs } from './steps.ts'

/** An assessment out of 20 of the demo student's own group, its own for each test and width. */
export async function newAssessment(request: APIRequestContext, name: string) {
  const hod = await apiAs(request, 'hod')
  const student = await apiAs(request, 'student')
  const [group] = (await (await student.get('/groups?status=active')).json()).data.filter(
    (one: { department: { name: string } }) => one.department.name === 'Medicine',
  )
  const { department_id, batch_id, id: group_id } = group
  const place = { department_id, batch_id, group_id }
  const body = { ...place, type: 'theory', name, total_marks: '20', passing_marks: '10', status: 'active' }
  const made = await hod.post('/assessments', body)
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()).data
  const list = `/assessment?department_id=${department_id}&batch_id=${batch_id}&group_id=${group_id}&fetched=yes`
  const rows = async (): Promise<AssessmentRosterRow[]> =>
    (await (await hod.get(`/assessments/${id}/roster?per_page=500`)).json()).data.filter(
      (row: AssessmentRosterRow) => row.is_marked,
    )
  return {
    id,
    list,
    results: `${list}&tab=assessments&modal=results&id=${id}`,
    rows,
    marks: async () => (await rows()).map(({ result }) => result?.marks ?? null),
    status: async () => (await (await hod.get(`/assessments/${id}`)).json()).data.status,
  }
}
