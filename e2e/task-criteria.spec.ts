import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs, pdfFile } from './steps.ts'

test('a task with a rubric is marked line by line, and its student reads each line @desktop', async ({
  page,
  browser,
  request,
}, { project }) => {
  const name = `Ward presentation of ${project.name} ${Date.now()}`
  const hod = await apiAs(request, 'hod')
  const student = await apiAs(request, 'student')
  const [group] = (await (await student.get('/groups?status=active')).json()).data.filter(
    (one: { department: { name: string } }) => one.department.name === 'Medicine',
  )
  const place = `/tasks?department_id=${group.department_id}&group_id=${group.id}`

  await test.step('the head of department adds it', async () => {
    await openAs(page, 'hod', `${place}&modal=add`)
    const form = page.getByRole('dialog', { name: 'Add New Task' })
    await form.getByLabel('Task Name').fill(name)
    await form.getByRole('button', { name: 'New criterion' }).click()
    await form.getByLabel('Criterion 1', { exact: true }).fill('Problem list')
    await form.getByLabel('Greatest marks of criterion 1').fill('4')
    await form.getByLabel('Greatest marks of criterion 1').press('Enter')
    await form.getByLabel('Criterion 2', { exact: true }).fill('منصوبہ')
    await form.getByLabel('Greatest marks of criterion 2').fill('6')
    await expect(form.getByLabel('Total Marks')).toHaveValue('10')
    await expectAccessible(page)
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  })

  const { data: listed } = await (await hod.get(`/tasks/group/${group.id}`)).json()
  const { id } = listed.find((one: { name: string }) => one.name === name)
  await student.send('/task-submissions', { task_id: String(id), 'files[0]': pdfFile('slides.pdf') })

  await test.step('a grader marks a line by a tap and one by hand', async () => {
    await openAs(page, 'hod', `${place}&modal=submissions&id=${id}`)
    const row = page.getByRole('list', { name: 'Students' }).getByRole('listitem').filter({ hasText: 'slides.pdf' })
    await row.getByRole('button', { name: /^Checklist/ }).click()
    const list = row.getByRole('group', { name: 'Checklist' })
    await list.getByRole('button', { name: 'Full for Problem list' }).click()
    await list.getByRole('textbox', { name: /منصوبہ/ }).fill('5')
    await expect(list.getByLabel('Sum so far')).toContainText('9 of 10')
    if (project.name === 'phone') {
      const box = await list.getByRole('button', { name: 'None for Problem list' }).boundingBox()
      expect(Math.round(box?.height ?? 0)).toBeGreaterThanOrEqual(44)
    }
    await expectAccessible(page)
    await list.getByRole('textbox', { name: /منصوبہ/ }).press('Enter')
    await expect(row.getByText('Saved', { exact: true })).toBeVisible()
    await page.reload()
    await expect(row.getByLabel(/^Marks for/)).toHaveValue('9')
  })

  const pupil = await (await browser.newContext({ viewport: page.viewportSize() })).newPage()
  await openAs(pupil, 'student', `${place}&modal=my-submission&id=${id}`)
  const mine = pupil.getByRole('dialog', { name: 'My Task Submission' })
  await expect(mine.getByText('9 / 10')).toBeVisible()
  await expect(mine.getByRole('listitem').filter({ hasText: 'Problem list' })).toContainText('4 of 4')
  await expectAccessible(pupil)
  await pupil.context().close()
})
