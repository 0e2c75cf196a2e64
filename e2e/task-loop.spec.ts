import { expect } from '@playwright/test'
import { test } from './journey.ts'
import { oddPdfs, withoutItsPage } from './odd-pdfs.ts'
import { chooseGroup, expectAccessible, openAs, pdfFile, signIn } from './steps.ts'

/** The demo student's group in Medicine. */
const GROUP = /Group A.*MBBS 2023|MBBS 2023.*Group A/

test('a task goes from assignment to grade @daily-phone', async ({ browser }, { project }) => {
  const context = await browser.newContext(project.use)
  const page = await context.newPage()
  const task = `Cardiac examination of ${project.name} ${Date.now()}`

  await test.step('the head of department assigns it to a group', async () => {
    await signIn(page, 'hod')
    await page.getByRole('link', { name: /^Tasks/ }).click()
    await expect(page).toHaveTitle(/Tasks/)
    await expect(page.getByRole('heading', { level: 1, name: 'Tasks' })).toBeVisible()
    await expect(page.getByText('Select a Group', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Add', exact: true }).click()
    const modal = page.getByRole('dialog', { name: 'Add New Task' })
    await modal.getByLabel('Name').fill(task)
    await modal.getByLabel('Total marks').fill('20')
    await modal.getByLabel('Passing marks').fill('10')
    await modal.getByRole('combobox', { name: 'Groups' }).or(modal.getByLabel('Groups').first()).first().click()
    await page.getByRole('option', { name: GROUP }).click()
    await page.keyboard.press('Escape')
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Save' }).click()
    await expect(modal).toBeHidden()
    await chooseGroup(page, GROUP)
    await expect(page.getByText(task)).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('a student of the group submits two PDF files', async () => {
    await context.clearCookies()
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await openAs(page, 'student', '/tasks')
    await chooseGroup(page, GROUP, 'Medicine')
    const row = page.getByRole('row', { name: new RegExp(task) })
    await row.getByRole('button', { name: /Submit Task/ }).click()
    const modal = page.getByRole('dialog', { name: 'Submit Task Work' })
    const files = modal.locator('input[type=file]')
    await files.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') })
    await expect(modal.getByText('File "notes.txt" is not a PDF. Only PDF files are allowed.')).toBeVisible()
    await modal.getByLabel('Remarks').fill('Seen on ward 3')
    for (const [odd, why] of await oddPdfs()) {
      await files.setInputFiles(odd)
      await expect(modal.getByText(`File "${odd.name}" ${why}`)).toBeVisible()
      await expect(modal.getByRole('button', { name: `Remove ${odd.name}` })).toBeHidden()
    }
    // Whole as far as a browser looks, and refused by the server: nothing of what was typed or chosen is lost.
    await files.setInputFiles(withoutItsPage('page.pdf'))
    await modal.getByRole('button', { name: /^Submit/ }).click()
    await expect(
      modal.getByText('File "page.pdf" has no page that can be shown. It may be damaged or incomplete.', {
        exact: true,
      }),
    ).toBeVisible()
    await expectAccessible(page)
    await modal.getByRole('button', { name: 'Remove page.pdf' }).click()
    await files.setInputFiles([
      { ...pdfFile('history.pdf'), mimeType: 'application/octet-stream' },
      pdfFile('معائنہ.pdf'),
    ])
    await expect(modal.getByLabel('Remarks')).toHaveValue('Seen on ward 3')
    await expectAccessible(page)
    await modal.getByRole('button', { name: /^Submit/ }).click()
    await expect(page.getByText('Work submitted successfully!')).toBeVisible()
    await row.getByRole('button', { name: /View My Submission/ }).click()
    const mine = page.getByRole('dialog', { name: 'My Task Submission' })
    await expect(mine.getByText('history.pdf')).toBeVisible()
    await expect(mine.getByText('معائنہ.pdf')).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('who replaces a file sees the new one at once', async () => {
    const mine = page.getByRole('dialog', { name: 'My Task Submission' })
    await mine.getByRole('button', { name: 'Remove معائنہ.pdf' }).click()
    await mine.locator('input[type=file]').setInputFiles([pdfFile('examination.pdf')])
    await mine.getByRole('button', { name: 'Save Changes' }).click()
    await expect(mine).toBeHidden()
    await page
      .getByRole('row', { name: new RegExp(task) })
      .getByRole('button', { name: /View My Submission/ })
      .click()
    await expect(mine.getByText('examination.pdf')).toBeVisible()
    await expect(mine.getByText('معائنہ.pdf')).toBeHidden()
  })

  await test.step('a faculty member opens a file and grades by keyboard', async () => {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await openAs(page, 'faculty', '/tasks')
    await chooseGroup(page, GROUP)
    await page
      .getByRole('row', { name: new RegExp(task) })
      .getByRole('button', { name: /View Submissions/ })
      .click()
    const modal = page.getByRole('dialog', { name: 'View Student Submissions' })
    await expect(modal.getByText('history.pdf')).toBeVisible()
    const download = page.waitForEvent('download')
    await modal.getByRole('button', { name: /Download history\.pdf/ }).click()
    expect((await download).suggestedFilename()).toBe('history.pdf')
    await expect(page.getByText('File downloaded successfully!')).toBeVisible()
    await modal
      .getByLabel(/^Faculty remarks/)
      .first()
      .fill('Clear and complete')
    const marks = modal.getByLabel(/^Marks/).first()
    await marks.fill('17')
    await marks.press('Enter')
    await expect(modal.getByText(/Saved/).first()).toBeVisible()
    await expectAccessible(page)
  })

  await test.step('the student sees the grade', async () => {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await openAs(page, 'student', '/tasks')
    await chooseGroup(page, GROUP, 'Medicine')
    await page
      .getByRole('row', { name: new RegExp(task) })
      .getByRole('button', { name: /View My Submission/ })
      .click()
    const mine = page.getByRole('dialog', { name: 'My Task Submission' })
    await expect(mine.getByText(/17\s*(?:\/|of)\s*20/)).toBeVisible()
    await expect(mine.getByText('Clear and complete')).toBeVisible()
  })
  await context.close()
})
