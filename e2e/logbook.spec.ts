import { type BrowserContext, expect, type Page } from '@playwright/test'
import { keptOnDevice } from './device.ts'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs } from './steps.ts'

test.describe.configure({ mode: 'serial' })

const IN_MEDICINE = /^Log one: /

/** Opens the logbook of the student in a window of its own, with a skill that this run alone uses. */
async function openOwn(page: Page): Promise<void> {
  await openAs(page, 'student', '/logbook')
  await expect(page.getByRole('heading', { name: 'Logbook', level: 1 })).toBeVisible()
}

async function logThree(page: Page, skill: string, teacher: string, place: string): Promise<void> {
  const button = page.getByRole('button', { name: `Log one: ${skill}` })
  const folded = page.locator('summary', { hasText: 'Medicine' })
  // A phone opens with the department of the running posting.
  await expect(button.or(folded).first()).toBeVisible()
  if (!(await button.isVisible())) await folded.click()
  await button.click()
  const form = page.getByRole('dialog', { name: 'Log a Performance' })
  await form.getByRole('radio', { name: 'Performed under supervision' }).check()
  await form.getByLabel('Place').fill(place)
  await form.getByLabel('Supervisor').selectOption({ label: teacher })
  await form.getByLabel('How often').selectOption('3 times')
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
}

/** Each width has a teacher of its own: a code is for all that waits for one. */
const TEACHERS = { phone: 'faculty', desktop: 'hod' } as const
const teacherOf = (project: string) => TEACHERS[project as keyof typeof TEACHERS]

/** Adds a skill of Medicine that the demo's student is asked for; returns its name, and those of the teacher. */
async function addSkill(request: Parameters<typeof apiAs>[0], project: string) {
  const hod = await apiAs(request, 'hod')
  const own = await apiAs(request, teacherOf(project))
  const name = (await (await own.get('/auth/me')).json()).data.name as string
  const student = await apiAs(request, 'student')
  const [group] = (await (await student.get('/groups')).json()).data.filter(
    (one: { department: { name: string } }) => one.department.name === 'Medicine',
  )
  const skill = `Pleural tap ${project} ${Date.now()}`
  const { department_id, id } = group
  await (await hod.post('/tasks', { department_id, group_id: [id], name: [skill], detail: ['6'] })).json()
  const label = teacherOf(project) === 'hod' ? `${name} (head of department)` : name
  return { skill, teacher: name, label }
}

/** Opens the code for what waits for this teacher. */
async function showCode(page: Page, teacher: string): Promise<void> {
  await page.getByRole('button', { name: /^Show code/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Show Code' })
  await expect(dialog.getByRole('img')).toBeVisible()
  const choice = dialog.getByLabel('Supervisor')
  if (await choice.isVisible()) {
    const options = await choice.locator('option').allInnerTexts()
    await choice.selectOption({ label: options.find((one) => one.startsWith(teacher)) ?? '' })
  }
  await expect(dialog.getByRole('img', { name: `Code for ${teacher}` })).toBeVisible()
}

test('three performances are logged and signed by code, with and without network @daily-phone', async ({
  page,
  browser,
  request,
  baseURL,
}, { project }) => {
  test.setTimeout(120_000)
  const { skill, teacher, label } = await addSkill(request, project.name)
  const device = { viewport: page.viewportSize(), baseURL: baseURL ?? '' }
  const teachers: BrowserContext = await browser.newContext(device)
  const hers = await teachers.newPage()

  await test.step('the student logs three in one form, and shows a code', async () => {
    await openOwn(page)
    await expect(page.getByRole('button', { name: IN_MEDICINE }).first()).toBeVisible()
    await logThree(page, skill, label, 'Ward 3')
    const row = page.getByRole('listitem').filter({ hasText: skill })
    await expect(row).toContainText('0 of 6 · 3 to be signed')
    await showCode(page, teacher)
    await expectAccessible(page)
  })

  await test.step('the teacher types the digits, looks and signs', async () => {
    const digits = await page.getByLabel('Six digits').innerText()
    await openAs(hers, teacherOf(project.name), '/logbook?modal=sign')
    const dialog = hers.getByRole('dialog', { name: 'Sign by Code' })
    await dialog.getByLabel('Six digits').fill(digits)
    await expect(dialog.getByText(skill)).toHaveCount(3)
    await expectAccessible(hers)
    await dialog.getByRole('button', { name: 'Sign 3 performances' }).click()
    await expect(hers.getByText('3 performances signed.')).toBeVisible()
    await expect(page.getByText(`Signed by ${teacher}.`)).toBeVisible()
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    await expect(page.getByRole('listitem').filter({ hasText: skill })).toContainText('3 of 6')
  })

  await test.step('without network the picture holds the entries, which are signed before they are sent', async () => {
    // Codes for this come a moment after the screen.
    await expect.poll(() => codesKept(page)).toBeGreaterThan(1)
    const keepsPages = project.name === 'phone'
    if (keepsPages) await keptOnDevice(page)
    await page.context().setOffline(true)
    await logThree(page, skill, label, 'Ward 4')
    await expect(page.getByText('Kept on this device. It is sent when the network is back.')).toBeVisible()
    // The phone may close the page while it waits.
    if (keepsPages) await page.reload()
    await expect(page.getByRole('region', { name: 'On this device' })).toContainText(`${skill}, 3 times`)
    await showCode(page, teacher)
    await expect(page.getByText('Without network: the picture holds the entries themselves.')).toBeVisible()
    const address = await page.getByRole('img', { name: `Code for ${teacher}` }).getAttribute('data-text')
    await hers.goto(address ?? '')
    const dialog = hers.getByRole('dialog', { name: 'Sign by Code' })
    await expect(dialog.getByText(skill)).toHaveCount(3)
    await dialog.getByRole('button', { name: 'Sign 3 performances' }).click()
    await expect(hers.getByText('3 performances signed.')).toBeVisible()
  })

  await test.step('back in the network the student has six, none twice, and nothing waits', async () => {
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Close', exact: true }).last().click()
    const row = page.getByRole('listitem').filter({ hasText: skill })
    await expect(row).toContainText('6 of 6', { timeout: 30_000 })
    await expect(row).toContainText('Done')
    await expect(page.getByRole('region', { name: 'On this device' })).toBeHidden()
  })
  await teachers.close()
})

test('a teacher without network signs from the picture, leaves one out, and it arrives later @daily-phone', async ({
  page,
  browser,
  request,
  baseURL,
}, { project }) => {
  const { skill, teacher, label } = await addSkill(request, project.name)
  await openOwn(page)
  await expect.poll(() => codesKept(page)).toBeGreaterThan(0)
  await logThree(page, skill, label, 'Ward 5')
  await expect(page.getByRole('listitem').filter({ hasText: skill })).toContainText('3 to be signed')
  await showCode(page, teacher)
  const address = await page.getByRole('img', { name: `Code for ${teacher}` }).getAttribute('data-text')

  const teachers = await browser.newContext({
    viewport: page.viewportSize(),
    baseURL: baseURL ?? '',
    serviceWorkers: 'allow',
  })
  const hers = await teachers.newPage()
  await openAs(hers, teacherOf(project.name), '/logbook?modal=sign')
  await expect(hers.getByRole('dialog', { name: 'Sign by Code' })).toBeVisible()
  await keptOnDevice(hers)
  await expect.poll(() => countKept(hers, 'log-skills/')).toBeGreaterThan(0)
  await teachers.setOffline(true)
  await hers.goto(address ?? '')
  const dialog = hers.getByRole('dialog', { name: 'Sign by Code' })
  await expect(dialog.getByText(skill)).toHaveCount(3)
  // A finger does not hit the box alone.
  await dialog
    .getByRole('listitem')
    .first()
    .getByText(/Ward 5/)
    .click()
  await expectAccessible(hers)
  await dialog.getByRole('button', { name: 'Sign 2 performances' }).click()
  await expect(hers.getByText('Your signature is kept on this device.')).toBeVisible()
  // Her phone closes the page, and sends once it is opened again.
  await hers.close()
  await teachers.setOffline(false)
  await (await teachers.newPage()).goto('/dashboard')
  await expect(page.getByText(`2 performances signed by ${teacher}. This is the next code.`)).toBeVisible({
    timeout: 30_000,
  })
  await teachers.close()
})

/** Counts the codes that the device keeps for when there is no network. */
const codesKept = (page: Page) => countKept(page, 'log-codes/')

/** Counts what the device keeps under a name. */
const countKept = (page: Page, name: string) =>
  page.evaluate(
    (name) =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('clinical-elog')
        // An empty one, made here before the app makes its own, would leave it without its store.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve(0)
        opening.onsuccess = () => {
          const records = opening.result.transaction('kept').objectStore('kept')
          const keys = records.getAllKeys()
          keys.onsuccess = () => {
            const key = keys.result.find((one) => String(one).includes(name))
            if (key === undefined) return resolve(0)
            const found = records.get(key)
            found.onsuccess = () => resolve(found.result.value.length)
          }
        }
      }),
    name,
  )

test('a teacher signs several from the list, returns one, and the student corrects it @daily-phone', async ({
  page,
  request,
}, { project }) => {
  const { skill, teacher } = await addSkill(request, project.name)
  const student = await apiAs(request, 'student')
  const choices = (await (await student.get('/logbook/choices')).json()).data
  const skillId = choices.skills.find((one: { name: string }) => one.name === skill).id
  const supervisor = choices.departments
    .flatMap((one: { supervisors: { id: number; name: string }[] }) => one.supervisors)
    .find((one: { name: string }) => one.name === teacher).id
  const performed_on = new Date(Date.now() + 5 * 3_600_000).toISOString().slice(0, 10)
  for (const place of ['Ward 1', 'Ward 2', 'Ward 3'])
    await student.post('/log-entries', {
      skill_id: skillId,
      supervisor_id: supervisor,
      performed_on,
      level: 'supervised',
      place,
    })

  await test.step('two are signed at once, the third goes back', async () => {
    await openAs(page, teacherOf(project.name), '/logbook')
    const rows = page.getByRole('listitem').filter({ hasText: skill })
    await expect(rows).toHaveCount(3)
    await expectAccessible(page)
    for (const place of ['Ward 1', 'Ward 2']) await rows.filter({ hasText: place }).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Sign 2 performances' }).click()
    await expect(page.getByText('2 performances signed.')).toBeVisible()
    await expect(rows).toHaveCount(1)
    await rows.getByRole('button', { name: /^Return / }).click()
    const dialog = page.getByRole('dialog', { name: 'Return Performance' })
    await dialog.getByRole('button', { name: 'Return it' }).click()
    await expect(dialog.getByText('Please say what is to be corrected')).toBeVisible()
    await dialog.getByLabel('What is to be corrected').fill('It was in the clinic.')
    await dialog.getByRole('button', { name: 'Return it' }).click()
    await expect(page.getByText('Returned to the student.')).toBeVisible()
    await expect(rows).toHaveCount(0)
  })

  await test.step('the student reads why, and sends it again', async () => {
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await openAs(page, 'student', '/logbook')
    await expect(page.getByRole('region', { name: 'Returned to you' })).toContainText('It was in the clinic.')
    await page.getByRole('button', { name: new RegExp(`^Correct it: ${skill}`) }).click()
    const form = page.getByRole('dialog', { name: 'Edit Performance' })
    await expectAccessible(page)
    await form.getByLabel('Place').fill('Clinic')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByText('Sent to be signed again.')).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: skill })).toContainText('2 of 6 · 1 to be signed')
  })
})
