import { type Browser, expect, type Page } from '@playwright/test'
import { test } from './journey.ts'
import { apiAs, expectAccessible, pdfFile, signIn } from './steps.ts'

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }

/** A device of its own, signed in. */
async function deviceOf(browser: Browser, use: object, account: Parameters<typeof signIn>[1]): Promise<Page> {
  const page = await (await browser.newContext(use)).newPage()
  await signIn(page, account)
  return page
}

/** Chooses somebody in a box that searches. */
async function choose(page: Page, box: string, text: string): Promise<void> {
  await page.getByRole('combobox', { name: box }).fill(text)
  await page.getByRole('option', { name: new RegExp(text) }).click()
}

/** The report's dialog, found by its number in the lists. */
async function opened(page: Page, number: string) {
  await page.goto(`/reporting?q=${number}`)
  await page.getByRole('button', { name: `View ${number}` }).click()
  const dialog = page.getByRole('dialog', { name: 'View Report' })
  await expect(dialog.getByText(number)).toBeVisible()
  return dialog
}

test.describe
  .serial('one report', { tag: '@daily-phone' }, () => {
    let filed: { id: number; number: string }

    test('a student files on a phone, and faculty responds', async ({ browser, request }, { project }) => {
      const title = `Broken sharps box ${project.name} ${Date.now()}`
      const student = await deviceOf(browser, { ...project.use, ...PHONE }, 'student')
      await student.goto('/reporting')
      await student.getByRole('button', { name: 'New Report' }).click()
      const form = student.getByRole('dialog', { name: 'Add New Report' })
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(form.getByText('Please select who to report to').first()).toBeVisible()
      await expect(form.getByLabel('Hide from Student')).toHaveCount(0)
      await form.getByLabel('Report Title').fill(title)
      await form.getByLabel('Description').fill('Needles lie beside it in the emergency.')
      await choose(student, 'Report To', 'Sana Iftikhar')
      await expectAccessible(student)
      await form.getByRole('button', { name: 'Save' }).click()
      await expect(student.getByText('Report created successfully!')).toBeVisible()
      const api = await apiAs(request, 'admin')
      const [report] = (await (await api.get(`/reportings?q=${encodeURIComponent(title)}`)).json()).data
      filed = { id: report.id, number: report.case_number }

      const faculty = await deviceOf(browser, project.use, 'faculty')
      const asked = await opened(faculty, filed.number)
      await expect(asked.getByText(/^It is your turn, since/)).toBeVisible()
      await asked.getByRole('textbox', { name: 'Response' }).fill('The sister has been told. This is for the head.')
      await asked.getByRole('button', { name: 'Save Response' }).click()
      await expect(faculty.getByText('Initial response saved successfully!')).toBeVisible()
      const files = asked.getByRole('region', { name: 'Add to the Case File' })
      await files.getByLabel('Files').setInputFiles(pdfFile('ward round.pdf'))
      await files.getByRole('button', { name: 'Add' }).click()
      await expect(asked.getByRole('list', { name: 'What happened' }).getByText('ward round.pdf')).toBeVisible()
    })

    test('the head escalates it, the principal resolves it, and the student reads all of it', async ({
      browser,
      request,
    }, { project }) => {
      const { id, number } = filed
      const api = await apiAs(request, 'admin')
      // The office gives it to the head: an escalated report is only resolved.
      const heads = (await (await api.get('/reportings/assignees?q=Tariq%20Mehmood')).json()).data
      expect((await api.put(`/reportings/${id}`, { assigned_to: heads[0].id })).status()).toBe(200)
      const hod = await deviceOf(browser, project.use, 'hod')
      const escalating = await opened(hod, number)
      await escalating.getByRole('textbox', { name: 'Reason for escalation' }).fill('Every ward needs new ones.')
      await choose(hod, 'Escalate To', 'Nighat Parveen')
      await escalating.getByRole('button', { name: 'Escalate Report' }).click()
      await expect(hod.getByText('Report escalated successfully!')).toBeVisible()
      await expect(escalating.getByRole('button', { name: 'Resolve Report' })).toHaveCount(0)

      const principal = await deviceOf(browser, project.use, 'principal')
      const resolving = await opened(principal, number)
      await expect(resolving.getByRole('button', { name: 'Save Response' })).toHaveCount(0)
      await resolving.getByRole('textbox', { name: 'Resolution notes' }).fill('Forty boxes are ordered.')
      await resolving.getByRole('button', { name: 'Resolve Report' }).click()
      await expect(principal.getByText('Report resolved successfully!')).toBeVisible()

      const student = await deviceOf(browser, { ...project.use, ...PHONE }, 'student')
      const told = await opened(student, number)
      await expect(told.getByText('Resolved', { exact: true }).first()).toBeVisible()
      const [head, chief] = ['Prof. Dr. Tariq Mehmood Qureshi', 'Prof. Dr. Nighat Parveen Akhtar']
      const entries = [
        /^Created.*Ayesha Siddiqui/s,
        /^Assigned to Dr\. Sana Iftikhar \(Faculty\)/,
        /^Initial Response.*The sister has been told/s,
        /^Comment.*ward round\.pdf/s,
        /^Changed/,
        new RegExp(`^Assigned to ${head} \\(HOD\\)`),
        new RegExp(`^Escalated to ${chief} \\(Principal\\).*${head}.*Every ward`, 's'),
        new RegExp(`^Resolved.*${chief}.*Forty boxes are ordered\\.`, 's'),
      ]
      await expect(told.getByRole('list', { name: 'What happened' }).locator('> li')).toHaveText(entries)
    })
  })

test(
  'a confidential report can’t be found by its student: not in lists, by address, or by the API',
  { tag: '@phone' },
  async ({ page, request }, { project }) => {
    const title = `Seen behind the library ${project.name} ${Date.now()}`
    const faculty = await apiAs(request, 'faculty')
    const [about] = (await (await faculty.get('/students?q=Ayesha%20Siddiqui')).json()).data
    const [head] = (await (await faculty.get('/reportings/assignees?q=Tariq%20Mehmood')).json()).data
    const fields = { title, description: 'Not to be told.', category: 'other', severity: 'low', is_confidential: true }
    const made = await faculty.post('/reportings', { ...fields, student_id: about.id, assigned_to: head.id })
    expect(made.status()).toBe(201)
    const { id, case_number } = (await made.json()).data

    const student = await apiAs(request, 'student')
    const missing = 2_000_000_000
    for (const path of ['', '/entries', '/entries/1/files/a.pdf']) {
      const [hidden, none] = [
        await student.get(`/reportings/${id}${path}`),
        await student.get(`/reportings/${missing}${path}`),
      ]
      expect([hidden.status(), await hidden.json()]).toEqual([none.status(), await none.json()])
      expect(hidden.status()).toBe(404)
    }
    for (const q of [title, case_number])
      expect((await (await student.get(`/reportings?q=${encodeURIComponent(q)}`)).json()).meta.total).toBe(0)

    await signIn(page, 'student')
    const textAt = async (wanted: number) => {
      await page.goto(`/reporting?modal=view&id=${wanted}`)
      const dialog = page.getByRole('dialog')
      await expect(dialog.getByText('Report not found')).toBeVisible()
      return dialog.innerText()
    }
    expect(await textAt(id)).toBe(await textAt(missing))
    await page.goto(`/reporting?q=${encodeURIComponent(title)}`)
    await expect(page.getByText('0 results')).toBeVisible()
    await expect(page.getByText(title)).toHaveCount(0)

    // It is there, and shown as soon as it is hidden no more.
    expect((await faculty.put(`/reportings/${id}`, { is_confidential: false })).status()).toBe(200)
    await page.reload()
    await expect(page.getByRole('button', { name: `View ${case_number}` })).toBeVisible()
    await expect(page.getByText('1 result', { exact: true })).toBeVisible()
  },
)

test(
  'what waits for a head is counted on a phone, within the screen',
  { tag: '@phone' },
  async ({ browser }, { project }) => {
    const head = await deviceOf(browser, { ...project.use, ...PHONE }, 'hod')
    await expect(head.getByRole('link', { name: /^Incident/ })).toContainText(/\d+ waiting for you, \d+ overdue/)
    await expect(head.getByRole('link', { name: /^Reports: \d+ waiting/ })).toBeVisible()
    await expectAccessible(head)
  },
)
