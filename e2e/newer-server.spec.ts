import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router'
import { SCREENS } from '../web/screens.ts'
import { test } from './journey.ts'
import { updateServerOf } from './newer-server.ts'
import { followCalls } from './quiet.ts'
import { apiAs, signIn } from './steps.ts'

test.use({ serviceWorkers: 'block' })

/** Opens addresses one after the other; the page must stay what it is, however little it knows of what it is told. */
async function expectStanding(page: Page, addresses: readonly string[]): Promise<void> {
  const fallen: string[] = []
  let at = ''
  const quiet = followCalls(page)
  page.on('pageerror', ({ message }) => fallen.push(`${at}: ${message}`))
  for (at of addresses) {
    await page.goto(at)
    const heading = page.getByRole('heading', { level: 1 }).first()
    await heading.waitFor()
    await quiet()
    const asked = new URL(page.url()).pathname
    if ((await heading.innerText()).includes('Something went wrong')) fallen.push(at)
    if (!at.startsWith(asked)) fallen.push(`${at} led to ${asked}`)
  }
  expect(fallen).toEqual([])
}

async function addressesOfStaff(request: APIRequestContext): Promise<string[]> {
  const api = await apiAs(request, 'admin')
  const firstOf = async (path: string) => (await (await api.get(path)).json()).data[0]
  const session = await firstOf('/attendance-sessions?per_page=1')
  const assessment = await firstOf('/assessments?per_page=1')
  const placed = (of: typeof session) =>
    `department_id=${of.department_id}&batch_id=${of.batch_id}&group_id=${of.group_id}&fetched=yes`
  const [task, report, library, survey] = await Promise.all(
    ['/tasks', '/reportings', '/libraries', '/feedback-surveys'].map((path) => firstOf(`${path}?per_page=1`)),
  )
  return [
    '/dashboard',
    '/department',
    '/department?modal=edit&id=1',
    '/batches',
    '/batches?modal=view&id=2',
    '/batches?modal=promote&id=1',
    '/announcements',
    '/eligibility/lists',
    '/eligibility/lists/1',
    '/eligibility/documents',
    '/logbook?tab=entries',
    '/skills',
    '/department/import',
    '/designations/import',
    '/groups/import',
    '/assessment/import',
    '/attendance/import',
    '/department/import',
    '/designations/import',
    '/groups/import',
    '/skills/import',
    '/staff/import',
    '/students/import',
    '/staff',
    '/staff?modal=view&id=3',
    '/staff?modal=edit&id=3',
    '/students?batch=2',
    '/students?batch=2&modal=edit&id=124',
    '/students/124',
    '/groups?batch=2',
    '/groups?batch=2&modal=view&id=33',
    '/groups?batch=2&modal=students&id=33',
    `/tasks?department_id=${task.department_id}&group_id=${task.group_id}`,
    `/tasks?modal=view&id=${task.id}`,
    `/tasks?modal=edit&id=${task.id}`,
    `/tasks?modal=submissions&id=${task.id}`,
    `/attendance?${placed(session)}`,
    `/attendance?${placed(session)}&modal=view&id=${session.id}`,
    `/attendance?${placed(session)}&modal=edit&id=${session.id}`,
    `/attendance?${placed(session)}&modal=take&id=${session.id}`,
    '/student-attendance',
    '/leaves',
    `/assessment?${placed(assessment)}&tab=assessments`,
    `/assessment?${placed(assessment)}&tab=students`,
    `/assessment?${placed(assessment)}&modal=view&id=${assessment.id}`,
    `/assessment?${placed(assessment)}&modal=edit&id=${assessment.id}`,
    `/assessment?${placed(assessment)}&modal=results&id=${assessment.id}`,
    `/assessment?${placed(assessment)}&modal=summary&id=${assessment.id}`,
    `/assessment?${placed(assessment)}&modal=mark&id=124`,
    '/reporting',
    '/reporting?modal=withdrawn',
    `/reporting?modal=view&id=${report.id}`,
    `/reporting?modal=edit&id=${report.id}`,
    `/reports?${placed(session)}`,
    '/eligibility?batch_id=2',
    '/eligibility?batch_id=2&modal=view&id=124',
    '/eligibility/rules',
    '/eligibility/packs',
    '/postings?batch_id=2',
    '/library',
    `/library?modal=view&id=${library.id}`,
    `/library?modal=edit&id=${library.id}`,
    '/feedback',
    `/feedback?modal=edit&id=${survey.id}`,
    '/feedback-questions',
    `/feedback-questions?survey_id=${survey.id}`,
    `/feedback-questions?survey_id=${survey.id}&modal=preview`,
    '/feedback-questions?modal=edit&id=1',
    '/feedback-results/2',
    '/feedback-results/4',
    '/own-fields',
    '/designations',
    '/roles',
    '/roles?modal=holders&id=3',
    '/security-log',
    '/status',
    '/settings',
  ]
}

async function addressesOfStudent(request: APIRequestContext): Promise<string[]> {
  const api = await apiAs(request, 'student')
  const dataOf = async (path: string) => (await (await api.get(path)).json()).data
  const [task] = await dataOf('/tasks?per_page=1')
  const [report] = await dataOf('/reportings?per_page=1')
  const [survey] = await dataOf('/feedback-surveys/active')
  return [
    '/dashboard',
    '/tasks',
    `/tasks?modal=view&id=${task.id}`,
    `/tasks?modal=submit&id=${task.id}`,
    `/tasks?modal=my-submission&id=${task.id}`,
    '/student-attendance',
    '/leaves',
    '/my-results',
    '/timetable',
    '/logbook',
    '/reporting',
    `/reporting?modal=view&id=${report?.id ?? 1}`,
    '/library',
    '/student-feedback',
    `/student-feedback?modal=view&id=${survey.id}`,
    `/student-feedback-questions/${survey.id}`,
  ]
}

test('every screen stands when a newer server has words that it does not know @daily-phone', async ({ page, request }, {
  project,
}) => {
  test.setTimeout(300_000)
  const isDesk = project.name === 'desktop'
  const [ofStaff, ofStudent] = [await addressesOfStaff(request), await addressesOfStudent(request)]
  const isOpened = (path: string) =>
    [...ofStaff, ...ofStudent].some((address) => matchPath(path, address.replace(/\?.*/, '')))
  expect(SCREENS.filter(({ path }) => !isOpened(path)).map(({ path }) => path)).toEqual([])
  const addresses = isDesk ? ofStaff : ofStudent
  await signIn(page, isDesk ? 'admin' : 'student')
  await updateServerOf(page)
  await expectStanding(page, addresses)
})
