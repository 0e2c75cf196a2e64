import { type APIRequestContext, expect } from '@playwright/test'
import { apiAs } from './steps.ts'

export const QUESTIONS = ['Posting in all', 'Recommending', 'Ways of teaching', 'What helped']

interface Student {
  id: number
  batch_id: number
  user: { email: string }
}

/** The demo's student, and others of the batch who may sign in. */
export async function studentsOf(request: APIRequestContext): Promise<{ demo: Student; others: Student[] }> {
  const admin = await apiAs(request, 'admin')
  const [demo] = (await (await admin.get('/students?q=Ayesha%20Siddiqui')).json()).data
  const batch = await (await admin.get(`/students?batch_id=${demo.batch_id}&status=active&per_page=50`)).json()
  return { demo, others: batch.data.filter(({ id }: Student) => id !== demo.id) }
}

/** An anonymous survey of the head of Medicine for the demo student's batch, open for answers; its id. */
export async function newSurvey(request: APIRequestContext, title: string): Promise<number> {
  const { demo } = await studentsOf(request)
  const hod = await apiAs(request, 'hod')
  const made = async (path: string, body: object) => {
    const answer = await hod.post(path, body)
    expect([200, 201], await answer.text()).toContain(answer.status())
    return (await answer.json()).data
  }
  const department_id = (await (await hod.get('/departments?q=Medicine')).json()).data.find(
    ({ name }: { name: string }) => name === 'Medicine',
  ).id
  const asked = { department_id, batch_id: demo.batch_id, is_anonymous: true }
  const surveyId = (await made('/feedback-surveys', { title, ...asked })).id
  for (const question of QUESTIONS) {
    const found = await (await hod.get(`/feedback-question-pools?q=${encodeURIComponent(question)}`)).json()
    const pooled = found.data.find(({ title: of }: { title: string }) => of === question)
    await made('/feedback-question-pools/add-to-survey', { survey_id: surveyId, question_pool_id: pooled.id })
  }
  expect((await hod.patch(`/feedback-surveys/${surveyId}/activate`)).status()).toBe(200)
  return surveyId
}
