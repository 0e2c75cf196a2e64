import { expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs, pdfFile } from './steps.ts'

async function leave(page: Page): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
}

test('work comes back for correction, is talked about, and is sent again @phone', async ({ page, request }, {
  project,
}) => {
  const hod = await apiAs(request, 'hod')
  const student = await apiAs(request, 'student')
  const [group] = (await (await student.get('/groups')).json()).data.filter(
    (one: { department: { name: string } }) => one.department.name === 'Medicine',
  )
  const name = `Neurological examination of ${project.name} ${Date.now()}`
  const fields = { name, department_id: group.department_id, group_id: [group.id], total_marks: 20 }
  const { data: task } = await (await hod.post('/tasks', fields)).json()
  await student.send('/task-submissions', { task_id: String(task.id), 'files[0]': pdfFile('first.pdf') })
  const address = (modal: string) =>
    `/tasks?department_id=${group.department_id}&group_id=${group.id}&modal=${modal}&id=${task.id}`

  await test.step('a teacher returns it with a word of why', async () => {
    await openAs(page, 'faculty', address('submissions'))
    await page.getByRole('button', { name: /^Comment or Return/ }).click()
    await page.getByRole('button', { name: 'Return for Correction' }).click()
    await expect(page.getByText('Please write what is to be corrected')).toBeVisible()
    await page.getByLabel(/^Comment/).fill('The reflexes are missing.')
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Return for Correction' }).click()
    await expect(page.getByText('Returned for correction.')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Returned (1)' })).toBeVisible()
    await leave(page)
  })

  await test.step('the student finds it on the first screen, asks, and sends the corrected file', async () => {
    await openAs(page, 'student', '/dashboard')
    const card = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name: 'Returned for correction' }) })
    await card.getByRole('link', { name: new RegExp(name) }).click()
    const mine = page.getByRole('dialog', { name: 'My Task Submission' })
    await expect(mine.getByRole('note')).toContainText('The reflexes are missing.')
    await expectAccessible(page)
    await mine.getByRole('button', { name: 'Write a Comment' }).click()
    await mine.getByLabel('Your comment').fill('Of both sides?')
    await mine.getByRole('button', { name: 'Send Comment' }).click()
    await expect(mine.getByRole('list', { name: /^Comments on/ })).toContainText('Of both sides?')
    await mine.locator('input[type=file]').setInputFiles([pdfFile('second.pdf')])
    await mine.getByRole('button', { name: 'Send Again' }).click()
    await expect(page.getByText('Submission updated successfully!')).toBeVisible()
    await leave(page)
  })

  await test.step('the teacher has both versions and the question', async () => {
    await openAs(page, 'faculty', address('submissions'))
    const row = page.getByRole('list', { name: 'Students' }).getByRole('listitem').filter({ hasText: 'second.pdf' })
    await row.getByRole('button', { name: /^Comment or Return \(1\)/ }).click()
    const former = row.getByRole('list', { name: /^Files sent before/ })
    const download = page.waitForEvent('download')
    await former.getByRole('button', { name: 'Download first.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('first.pdf')
    await expect(row.getByText('Of both sides?')).toBeVisible()
    await expectAccessible(page)
  })
})
