import { expect, type Page } from '@playwright/test'
import { collegeDay } from './days.ts'
import { test } from './journey.ts'
import { newSession } from './registers.ts'
import { expectAccessible, openAs, pdfFile, signIn } from './steps.ts'

/** Far enough ahead that no other journey takes a register of it. */
const DAYS_AHEAD = 100
/** The student of the demo has asked for no leave then. */
const FREE_DAY = 8

async function signInAs(page: Page, account: 'student' | 'hod'): Promise<void> {
  await page.evaluate(() => {
    localStorage.clear()
    sessionStorage.clear()
  })
  await signIn(page, account)
}

test('leave goes from the student’s question to the head’s answer @phone', async ({ page, request }, { project }) => {
  const reason = `Fever, ${project.name} ${Date.now()}`
  const note = `Get well soon, ${project.name}`
  let id = 0
  const dialog = page.getByRole('dialog', { name: 'View Leave Request' })

  await test.step('a student asks, with a file: for a session, on a phone for a whole day', async () => {
    if (project.name === 'desktop') await newSession(request, 'Group A', '05:00', '06:00', collegeDay(FREE_DAY))
    await openAs(page, 'student', '/student-attendance')
    await page.getByRole('link', { name: 'Ask for Leave' }).click()
    const form = page.getByRole('dialog', { name: 'Ask for Leave' })
    await expect(form.getByLabel('First day')).not.toHaveValue('')
    if (project.name === 'desktop') {
      await form.getByLabel('Single sessions').check()
      await form.getByLabel('Sessions until').fill(collegeDay(FREE_DAY))
      await form.getByRole('checkbox', { name: '05:00 to 06:00, Medicine, Group A' }).check()
      await expect(form.getByText('1 session chosen')).toBeVisible()
    } else {
      await form.getByLabel('First day').fill(collegeDay(DAYS_AHEAD))
      await expect(form.getByLabel('Last day')).toHaveValue(collegeDay(DAYS_AHEAD))
    }
    await expectAccessible(page)
    // A finger drops nothing.
    await expect(form.getByText('or drop it here')).toBeVisible({ visible: project.name === 'desktop' })
    const files = form.locator('input[type=file]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await expect(form.getByText(/notes\.txt" is neither a PDF nor a picture/)).toBeVisible()
    await files.setInputFiles(pdfFile('certificate.pdf'))
    await form.getByRole('button', { name: 'Send' }).click()
    await expect(form.getByText('Reason is required')).toBeVisible()
    await form.getByLabel('Reason').fill(reason)
    const sent = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /leaves$/.test(response.url()),
    )
    await form.getByRole('button', { name: 'Send' }).click()
    id = (await (await sent).json()).data.id
    await expect(page.getByText('Leave request sent.')).toBeVisible()
    await expect(page.getByRole('row').nth(1)).toContainText('Pending')
    await expectAccessible(page)
  })

  await test.step('the head of Medicine reads it with its file, and grants it with a note', async () => {
    await signInAs(page, 'hod')
    await page.goto('/leaves?status=pending')
    const decide = page.locator(`[aria-describedby="leave-${id}"]`)
    await expect(decide).toHaveText('Decide')
    await expectAccessible(page)
    await decide.click()
    await expect(dialog.getByText(reason)).toBeVisible()
    await expectAccessible(page)
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Download certificate.pdf' }).click()
    expect((await download).suggestedFilename()).toBe('certificate.pdf')
    await dialog.getByLabel('Note for the student').fill(note)
    await dialog.getByRole('button', { name: 'Grant Leave' }).click()
    await expect(page.getByText('Leave granted.')).toBeVisible()
    await expect(dialog.getByText(note)).toBeVisible()
    await expect(dialog.getByRole('button', { name: 'Decide Otherwise for Medicine' })).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the student reads the answer, also on the own page', async () => {
    await signInAs(page, 'student')
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'Leave requests' }).click()
    await expect(page.getByRole('row').filter({ hasText: note })).toContainText('GrantedMedicine')
    await page.getByRole('button', { name: /^User menu/ }).click()
    await page.getByRole('menuitem', { name: 'My page' }).click()
    const section = page.getByRole('region', { name: 'Leave', exact: true })
    await expect(section.getByText(note)).toBeVisible()
    await expectAccessible(page)
  })
})

test('what a faculty member opens is not theirs, and is led away @desktop', async ({ page }) => {
  await signIn(page, 'faculty')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Change password' })).toBeVisible()
  await expect(page.getByRole('menuitem', { name: 'Leave requests' })).toHaveCount(0)
  await page.goto('/leaves')
  await expect(page).toHaveURL(/\/dashboard$/)
})
