import { expect } from '@playwright/test'
import type { AssessmentRosterRow } from '../shared/contract/assessments.ts'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs } from './steps.ts'

const CRITERIA = [
  { name: 'Washes hands', marks: 1 },
  { name: 'Explains the procedure', marks: 2.5 },
]

test('a station is marked by taps, an absence by one, and the student sees each criterion @daily-phone', async ({
  page,
  browser,
  request,
}, { project }) => {
  const name = `Station ${project.name} ${Date.now()}`
  const hod = await apiAs(request, 'hod')
  const student = await apiAs(request, 'student')
  const [group] = (await (await student.get('/groups?status=active')).json()).data.filter(
    (one: { department: { name: string } }) => one.department.name === 'Medicine',
  )
  const { department_id, batch_id, id: group_id } = group
  const place = { department_id, batch_id, group_id }
  const made = await hod.post('/assessments', {
    ...place,
    type: 'practical',
    name,
    criteria: CRITERIA,
    status: 'active',
  })
  expect(made.status(), await made.text()).toBe(201)
  const { id } = (await made.json()).data
  const rows = async (): Promise<AssessmentRosterRow[]> =>
    (await (await hod.get(`/assessments/${id}/roster?per_page=500`)).json()).data.filter(
      (row: AssessmentRosterRow) => row.is_marked,
    )
  const { data: own } = await (await student.get('/students?per_page=1')).json()
  const all = await rows()
  const at = all.findIndex((row) => row.student.id === own[0].id)
  const list = `/assessment?department_id=${department_id}&batch_id=${batch_id}&group_id=${group_id}&fetched=yes`
  await openAs(page, 'faculty', `${list}&tab=assessments&modal=results&id=${id}`)

  const marks = page.getByRole('dialog', { name: 'Enter Results' })
  const checklists = marks.getByRole('button', { name: /^Checklist / })
  await expect(checklists).toHaveCount(all.length)
  const absent = (at + 1) % all.length
  await marks
    .getByRole('button', { name: /^Absent for / })
    .nth(absent)
    .click()
  await expect(marks.getByRole('textbox', { name: /^Marks of / }).nth(absent)).toHaveValue('Absent')
  await expectAccessible(page)

  await checklists.nth(at).click()
  const checklist = page.getByRole('dialog', { name: 'Checklist' })
  await checklist.getByRole('button', { name: 'Full for Washes hands' }).click()
  await checklist.getByRole('textbox', { name: /Explains the procedure/ }).fill('1.25')
  await expect(checklist.getByLabel('Sum so far')).toContainText('2.25 of 3.50')
  const box = await checklist.getByRole('button', { name: 'None for Washes hands' }).boundingBox()
  if (project.name === 'phone') expect(Math.round(box?.height ?? 0)).toBeGreaterThanOrEqual(44)
  await expectAccessible(page)
  await checklist.getByRole('button', { name: 'Done' }).click()

  await page.reload()
  await expect(marks.getByRole('textbox', { name: /^Marks of / }).nth(at)).toHaveValue('2.25')
  await marks.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog', { name: 'Save results?' }).getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Assessment results saved successfully!')).toBeVisible()
  const saved = await rows()
  expect(saved[at]?.result).toMatchObject({ marks: 2.25, criteria_marks: [1, 1.25], status: 'submitted' })
  expect(saved[absent]?.result).toMatchObject({ marks: null, status: 'absent' })

  const pupil = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await openAs(pupil, 'student', `/my-results?tab=${department_id}`)
  const row = pupil.getByRole('row', { name: new RegExp(name) })
  await expect(row).toContainText('2.25 of 3.50')
  await row.getByText('Criteria', { exact: true }).click()
  await expect(row.getByText('Washes hands')).toBeVisible()
  await expectAccessible(pupil)
  await pupil.context().close()
})
