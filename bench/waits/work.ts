import type { APIRequestContext } from '@playwright/test'
import { newAssessment } from '../../e2e/assessed.ts'
import { newSession } from '../../e2e/registers.ts'
import { apiAs, DEMO_PASSWORD, pdfFile } from '../../e2e/steps.ts'
import { newSurvey } from '../../e2e/surveys.ts'

const GRADED = 5
let days = 0

/** A day's work of the demo's people: new for each day, so that nothing of it is done. */
export interface Work {
  registers: { id: number; taking: string }[]
  /** The address of work of five students that nobody has graded. */
  grading: string
  /** The address of marks that nobody has entered. */
  marks: string
  /** The address of the task that the student has not handed in. */
  handingIn: string
  surveyId: number
  /** The names of a skill and of who signs for it. */
  skill: string
  supervisor: string
  batchId: number
  /** A new student, by the labels of the fields. */
  newcomer: Record<string, string>
  /** The address of a group's report. */
  report: string
}

/** Makes the work of one day by the calls of the screens. */
export async function makeWork(request: APIRequestContext): Promise<Work> {
  days += 1
  const name = `Ward round ${days}`
  const hod = await apiAs(request, 'hod')
  const student = await apiAs(request, 'student')
  const read = async (path: string, by = hod) => (await (await by.get(path)).json()).data
  const send = async (path: string, body: object) => {
    const answer = await hod.post(path, body)
    if (!answer.ok()) throw new Error(`${path} answers ${answer.status()}: ${await answer.text()}`)
    return (await answer.json()).data
  }
  const hour = (n: number) => `${String(n).padStart(2, '0')}:${String(days % 60).padStart(2, '0')}`
  const registers = [
    await newSession(request, 'Group B', hour(2), hour(3)),
    await newSession(request, 'Group B', hour(4), hour(5)),
  ]
  const group = (await read('/groups?status=active', student)).find(
    (one: { department: { name: string } }) => one.department.name === 'Medicine',
  )
  const { department_id, batch_id, id: group_id } = group
  const task = async (of: string) => {
    const body = { department_id, group_id: [group_id], name: of, total_marks: 20, passing_marks: 10 }
    await send('/tasks', body)
    const [made] = await read(`/tasks?group_id=${group_id}&q=${encodeURIComponent(of)}`)
    return made.id as number
  }
  const graded = await task(`History of ${name}`)
  const members = await read(`/student-groups/group/${group_id}/active?per_page=100`)
  for (const { student: one } of members.slice(1, 1 + GRADED)) await handIn(request, one.roll_no, graded)
  const own = await task(`Examination of ${name}`)
  const assessment = await newAssessment(request, `Viva of ${name}`)
  const skill = `Lumbar puncture ${name}`
  await send('/tasks', { department_id, group_id: [group_id], name: [skill], detail: ['6'] })
  const list = `/tasks?department_id=${department_id}&group_id=${group_id}`
  return {
    registers,
    grading: `${list}&modal=submissions&id=${graded}`,
    marks: assessment.results,
    handingIn: `/tasks?modal=submit&id=${own}`,
    surveyId: await newSurvey(request, `Survey of ${name}`),
    skill,
    batchId: batch_id,
    newcomer: { Name: name, 'Roll Number': `MBBS-${23900 + days}`, Email: `newcomer${days}@ward.test` },
    report: `/reports?department_id=${department_id}&batch_id=${batch_id}&group_id=${group_id}&fetched=yes`,
    supervisor: (await read('/auth/me', await apiAs(request, 'faculty'))).name,
  }
}

async function handIn(request: APIRequestContext, rollNumber: string, task: number): Promise<void> {
  const data = { email: rollNumber, password: DEMO_PASSWORD }
  const { access_token } = await (await request.post('/api/login', { data })).json()
  const answer = await request.post('/api/task-submissions', {
    headers: { authorization: `Bearer ${access_token}` },
    multipart: { task_id: String(task), 'files[0]': pdfFile('history.pdf') },
  })
  if (!answer.ok()) throw new Error(`${rollNumber} cannot hand in: ${await answer.text()}`)
}
