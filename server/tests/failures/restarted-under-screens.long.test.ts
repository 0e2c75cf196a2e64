import { type Browser, type BrowserContext, chromium, type Page, expect as seen } from '@playwright/test'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, findBrowser } from '../../../e2e/browser.ts'
import { markRegister, newSession } from '../../../e2e/registers.ts'
import { chooseGroup, DEMO_PASSWORD, pdfFile, signIn } from '../../../e2e/steps.ts'
import { hasAnyRole } from '../../../shared/permissions.ts'
import { SCREENS } from '../../../web/screens.ts'
import { servedBucket } from '../../testing/bucket.ts'
import { buildPages } from '../../testing/built.ts'
import { findProgram, missingText } from '../../testing/programs.ts'
import { type Several, startSeveral } from '../../testing/several.ts'

const BUSY = 'The server is busy. Please try again in a moment.'
const LIMIT = 300_000
/** As an administrator restarts it, and as it crashes. */
const STOPS = ['fast', 'immediate'] as const
/** Longer than the time after which a browser asks again, the slowest of them. */
const soon = { timeout: 30_000 }
/** The demo student's group in Medicine. */
const GROUP = /Group A.*MBBS 2023|MBBS 2023.*Group A/

const nginx = findProgram('nginx')
const bucketUrl = await servedBucket()
let several: Several
let browser: Browser

if (!nginx) process.stderr.write(`PostgreSQL restarted under screens: left out, since ${missingText('nginx')}\n`)

beforeAll(async () => {
  if (!nginx) return
  buildPages()
  several = await startSeveral(nginx, bucketUrl('restarts'), '--demo')
  const { executablePath, env } = findBrowser()
  const all = { ...process.env, ...env } as Record<string, string>
  browser = await chromium.launch({ executablePath, args: BROWSER_FLAGS, env: all })
}, 120_000)
afterAll(async () => {
  await browser?.close()
  await several?.close()
}, 90_000)

/** A browser of its own, and what it was answered that is neither a success nor our own word to come again. */
async function opened() {
  const baseURL = new URL('/', several.base).origin
  const context = await browser.newContext({ baseURL, viewport: { width: 1280, height: 800 } })
  const odd: string[] = []
  context.on('response', (answer) => {
    const { pathname } = new URL(answer.url())
    const isOurs = answer.status() === 503 && Number(answer.headers()['retry-after']) > 0
    if (answer.status() >= 500 && !isOurs && pathname !== '/api/health') odd.push(`${answer.status()} ${pathname}`)
  })
  return { context, page: await context.newPage(), odd }
}

const tokenOf = (page: Page) => page.evaluate(() => localStorage.getItem('token'))
/** Marks the page, which must not be loaded anew from here on. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { stays: true }))
const hasStayed = (page: Page) => page.evaluate(() => 'stays' in window)
const shownBy = (page: Page) => page.locator('main').innerText()

async function count(table: 'tasks' | 'task_submissions', where = sql<boolean>`true`): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)} where ${where}`.execute(
    several.opened.db,
  )
  return rows[0]?.n ?? 0
}
const tasksNamed = (name: string) => count('tasks', sql<boolean>`name = ${name}`)

/** Every screen of a role in a tab of its own, of one group where a screen asks for one, with what it shows. */
async function everyScreen(context: BrowserContext, role: string) {
  const group = await several.opened.db
    .selectFrom('groups')
    .innerJoin('departments', 'departments.id', 'groups.department_id')
    .select(['groups.id', 'groups.batch_id', 'groups.department_id'])
    .where('departments.name', '=', 'Medicine')
    .orderBy('groups.id')
    .executeTakeFirstOrThrow()
  const { id, batch_id: batch, department_id: department } = group
  const filter = `department_id=${department}&batch_id=${batch}&group_id=${id}&batch=${batch}&group=${id}&fetched=yes`
  const tabs = []
  for (const { path, roles, tile } of SCREENS) {
    if (path.includes(':') || [roles, tile?.roles].some((one) => one && !hasAnyRole([role], one))) continue
    const page = await context.newPage()
    await page.goto(`${path}?${filter}`)
    await page.waitForLoadState('networkidle')
    tabs.push({ path, page, before: await shownBy(page) })
  }
  return tabs
}

/** The screen that shows the machine and the moment: it only has to be there again. */
const OF_NOW = '/status'
/** The screens of a role that show something of the server. */
const MOST_ARE = { admin: 14, hod: 11, student: 7 }

test.runIf(nginx).each(['admin', 'hod', 'student'] as const)(
  'every screen of %s that meets a restarted PostgreSQL says so, and comes back by itself',
  { timeout: LIMIT },
  async (role) => {
    const { context, page, odd } = await opened()
    await signIn(page, role)
    const token = await tokenOf(page)
    const tabs = await everyScreen(context, role)
    for (const kind of STOPS) {
      await several.outside.stop(kind)
      let refused = 0
      for (const tab of tabs) {
        await tab.page.reload()
        await tab.page.waitForLoadState('networkidle')
        await mark(tab.page)
        if ((await shownBy(tab.page)).includes(BUSY)) refused += 1
      }
      expect(refused).toBeGreaterThanOrEqual(MOST_ARE[role])
      await several.outside.start()
      for (const tab of tabs) {
        const shown = expect.poll(() => shownBy(tab.page), { ...soon, message: `${tab.path}, ${kind}` })
        await (tab.path === OF_NOW ? shown.not.toContain(BUSY) : shown.toBe(tab.before))
        expect(await hasStayed(tab.page), tab.path).toBe(true)
        expect(new URL(tab.page.url()).pathname).toBe(tab.path)
      }
    }
    expect(await tokenOf(page)).toBe(token)
    expect(odd).toEqual([])
    expect(several.running()).toEqual([true, true, true])
    await context.close()
  },
)

/** Presses the button until the dialog is gone, as somebody does who is told to try again. */
async function pressUntilSaved(page: Page, name: string, button = 'Save'): Promise<void> {
  const dialog = page.getByRole('dialog', { name })
  const refused = dialog.getByText(BUSY)
  for (;;) {
    // The text of the try before goes as the next one begins.
    await dialog.getByRole('button', { name: button, exact: true }).click()
    await seen(dialog.getByRole('button', { name: 'Saving...' })).toBeHidden(soon)
    if (!(await dialog.isVisible())) return
    await seen(refused).toBeVisible()
  }
}

async function typeTask(page: Page, name: string) {
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Add New Task' })
  await dialog.getByLabel('Name').fill(name)
  await dialog.getByLabel('Total marks').fill('20')
  await dialog.getByLabel('Passing marks').fill('10')
  // The one that the page shows.
  await seen(dialog.getByText(GROUP).first()).toBeVisible()
  return dialog
}

test.runIf(nginx)(
  'a save that meets a restarted PostgreSQL says so and keeps what was typed; pressed again it is done, once',
  { timeout: LIMIT },
  async () => {
    const { context, page, odd } = await opened()
    await signIn(page, 'hod')
    const token = await tokenOf(page)
    await page.goto('/tasks')
    await chooseGroup(page, GROUP)
    await mark(page)
    for (const kind of STOPS) {
      const [name, changed] = [`Seen before ${kind}`, `Changed at ${kind}`]
      const adding = await typeTask(page, name)
      await several.outside.stop(kind)
      for (let tries = 0; tries < 2; tries += 1) {
        await adding.getByRole('button', { name: 'Save' }).click()
        await seen(adding.getByRole('alert')).toHaveText(BUSY)
        await seen(adding.getByLabel('Name')).toHaveValue(name)
        await seen(adding.getByLabel('Total marks')).toHaveValue('20')
        await seen(adding.getByText(GROUP).first()).toBeVisible()
      }
      await several.outside.start()
      await pressUntilSaved(page, 'Add New Task')
      const row = page.getByRole('row').filter({ hasText: name })
      await seen(row).toHaveCount(1, soon)
      expect(await tasksNamed(name)).toBe(1)

      await row.getByRole('button', { name: /^Edit/ }).click()
      const editing = page.getByRole('dialog', { name: 'Edit Task' })
      await editing.getByLabel('Name').fill(changed)
      await several.outside.stop(kind)
      await editing.getByRole('button', { name: 'Save' }).click()
      await seen(editing.getByRole('alert')).toHaveText(BUSY)
      await seen(editing.getByLabel('Name')).toHaveValue(changed)
      await several.outside.start()
      await pressUntilSaved(page, 'Edit Task')
      await seen(page.getByRole('row').filter({ hasText: changed })).toHaveCount(1, soon)
      expect([await tasksNamed(name), await tasksNamed(changed)]).toEqual([0, 1])
    }
    expect([await hasStayed(page), await tokenOf(page), odd]).toEqual([true, token, []])
    await context.close()
  },
)

const ROUNDS = 6

test.runIf(nginx)(
  `of ${ROUNDS} saves that are under way when PostgreSQL ends none is lost or doubled`,
  { timeout: LIMIT },
  async () => {
    const { context, page, odd } = await opened()
    await signIn(page, 'hod')
    await page.goto('/tasks')
    await chooseGroup(page, GROUP)
    for (let round = 0; round < ROUNDS; round += 1) {
      const name = `Under way ${round}`
      const adding = await typeTask(page, name)
      const saving = adding.getByRole('button', { name: 'Save' }).click()
      await several.outside.stop(STOPS[round % 2] ?? 'fast')
      await saving
      await several.outside.start()
      await seen(adding.getByRole('button', { name: 'Saving...' })).toBeHidden(soon)
      if (await adding.isVisible()) await pressUntilSaved(page, 'Add New Task')
      await seen(page.getByRole('row').filter({ hasText: name })).toHaveCount(1, soon)
      expect(await tasksNamed(name)).toBe(1)
    }
    expect(odd).toEqual([])
    await context.close()
  },
)

test.runIf(nginx)(
  'a sign-in, work that is handed in and a register wait for a restarted PostgreSQL, and go by themselves, once',
  { timeout: LIMIT },
  async () => {
    const [teacher, student] = [await opened(), await opened()]
    const { outside, opened: there } = several
    await signIn(teacher.page, 'hod')
    await teacher.page.goto('/tasks')
    await chooseGroup(teacher.page, GROUP)
    const name = 'Handed in while it was away'
    await typeTask(teacher.page, name)
    await pressUntilSaved(teacher.page, 'Add New Task')
    const session = await newSession(teacher.context.request, 'Group C', '06:00', '07:00')
    await teacher.page.goto(session.taking)
    const taking = teacher.page.getByRole('dialog', { name: 'Take Attendance' })
    await markRegister(taking)

    const { page } = student
    await page.goto('/login')
    await page.getByLabel('Email').fill('student@college.test')
    await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
    await outside.stop('fast')
    await page.getByRole('button', { name: 'Login' }).click()
    await seen(page.getByText('The server is busy. Trying again…')).toBeVisible()
    await taking.getByRole('button', { name: 'Save', exact: true }).click()
    await seen(teacher.page.getByText(/Waiting/).first()).toBeVisible()
    await outside.start()
    await seen(page).toHaveURL(/\/dashboard$/, soon)
    await expect.poll(async () => (await session.now()).counts, soon).toMatchObject({ absent: 1 })

    await page.goto('/tasks')
    await chooseGroup(page, GROUP, 'Medicine')
    await page
      .getByRole('row')
      .filter({ hasText: name })
      .getByRole('button', { name: /Submit Task/ })
      .click()
    const handingIn = page.getByRole('dialog', { name: 'Submit Task Work' })
    await handingIn.locator('input[type=file]').setInputFiles([pdfFile('history.pdf')])
    await handingIn.getByLabel('Remarks').fill('Seen on ward 3')
    const before = await count('task_submissions')
    await outside.stop('immediate')
    await handingIn.getByRole('button', { name: /^Submit/ }).click()
    await seen(handingIn.getByText('Waiting for the server…')).toBeVisible()
    await outside.start()
    await seen(page.getByText('Work submitted successfully!')).toBeVisible(soon)
    expect(await count('task_submissions')).toBe(before + 1)

    const marked = (await session.students()).filter(({ is_marked }) => is_marked).length
    const { entries } = await there.db
      .selectFrom('attendance_submissions')
      .select(sql<number>`count(*)::int`.as('entries'))
      .where('attendance_session_id', '=', Number(new URL(session.taking, several.base).searchParams.get('id')))
      .executeTakeFirstOrThrow()
    expect(entries).toBe(marked)
    expect([teacher.odd, student.odd]).toEqual([[], []])
    for (const { context } of [teacher, student]) await context.close()
  },
)
