import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test'
import { afterAll, expect, test } from 'vitest'
import { BROWSER_FLAGS, findBrowser } from '../e2e/browser.ts'
import { hasAnyRole } from '../shared/permissions.ts'
import { SCREENS } from '../web/screens.ts'
import { hashPassword } from './core/passwords.ts'
import { buildPages } from './testing/built.ts'
import { unfurnished } from './testing/college.ts'
import { oneOfEach } from './testing/one-of-each.ts'
import { listening } from './testing/sockets.ts'

buildPages()
const at = await unfurnished()
/** What would run, or make an element, wherever it were put into a page as it is. */
const SCRIPT = `javascript:window.ran=1//"><img src=x onerror="window.ran=1"><svg onload="window.ran=1">{{window.ran=1}}`
let turn = 0
/** Everything at once in every text, each of which is another one. */
const tell = (what: string) => {
  turn += 1
  return `${SCRIPT} ${what} ${turn}`
}
const made = await oneOfEach(at, tell)
const { ids } = made
// The address in an email, in a phone and in the name of a file is looked at by other tests: these are texts.
await at.db
  .updateTable('submission_files')
  .set({ name: `${SCRIPT}.pdf` })
  .execute()
await at.db
  .updateTable('feedback_surveys')
  .set({ changes_text: tell('changes'), changes_at: new Date() })
  .execute()

// Its results are shown to the student then.
await at.db.updateTable('assessments').set({ status: 'evaluated' }).execute()

const origin = `http://127.0.0.1:${await listening(at.app)}`
const PASSWORD = 'Correct1'
const password_hash = await hashPassword(PASSWORD)
const people = {
  admin: await at.make.person('admin'),
  hod: await at.make.person('hod', ids.department),
  student: made.userOfStudent,
}
for (const id of Object.values(people))
  await at.db
    .updateTable('users')
    .set({ password_hash, name: tell(`person ${id}`) })
    .where('id', '=', id)
    .execute()

const { executablePath, env } = findBrowser()
const browser: Browser = await chromium.launch({
  executablePath,
  args: BROWSER_FLAGS,
  env: { ...process.env, ...env } as Record<string, string>,
})
afterAll(() => browser.close())

const VIEWPORTS = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }

async function signedIn(userId: number, viewport: (typeof VIEWPORTS)['desk']): Promise<BrowserContext> {
  const { email } = await at.db.selectFrom('users').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
  const context = await browser.newContext({ baseURL: origin, viewport, serviceWorkers: 'block' })
  const page = await context.newPage()
  await page.goto('/login')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Login' }).click()
  await page.waitForURL(/\/dashboard$/)
  await page.close()
  return context
}

const filter = `department_id=${ids.department}&batch_id=${ids.batch}&group_id=${ids.group}&batch=${ids.batch}&group=${ids.group}&fetched=yes`
/** The record whose dialogs a screen has. */
const RECORDS: Record<string, number> = {
  '/department': ids.department,
  '/batches': ids.batch,
  '/staff': ids.staff,
  '/students': ids.student,
  '/groups': ids.group,
  '/tasks': ids.task,
  '/attendance': ids.session,
  '/leaves': ids.leave,
  '/assessment': ids.assessment,
  '/reporting': ids.case,
  '/reports': ids.student,
  '/library': ids.library,
  '/feedback': ids.survey,
  '/feedback-questions': ids['pool-question'],
  '/designations': ids.designation,
  '/roles': ids.role,
}
/** Its dialogs, where it has others than those to look and to change. */
const DIALOGS_OF: Record<string, string[]> = {
  '/groups': ['view', 'edit', 'students'],
  '/roles': ['edit', 'holders'],
  '/tasks': ['view', 'edit', 'submissions', 'my-submission'],
  '/attendance': ['view', 'edit', 'take'],
  '/assessment': ['view', 'edit', 'summary', 'results', 'mark', 'totals'],
  '/reporting': ['view', 'edit', 'withdrawn'],
  '/feedback': ['view', 'edit', 'preview'],
}

const ALL_STAFF = [
  '/staff',
  '/students',
  '/groups',
  '/tasks',
  '/attendance',
  '/leaves',
  '/assessment',
  '/library',
  '/feedback',
]
/** Where the texts are to be seen at least. */
const SHOWN: Record<keyof typeof people, string[]> = {
  admin: [...ALL_STAFF, '/department', '/batches', '/reporting', '/designations', '/roles', `/students/${ids.student}`],
  hod: [...ALL_STAFF, `/students/${ids.student}`, `/feedback-results/${ids.survey}`],
  student: ['/tasks', '/student-attendance', '/leaves', '/my-results', '/library', '/student-feedback'],
}

/** What a page made of our texts: what ran, what they became, and whether they stand there as text. */
const looked = (page: Page) =>
  page.evaluate(() => ({
    ran: 'ran' in window,
    made: document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript:" i], svg[onload]').length,
    isShown: /window\.ran=1/.test(
      // Not the header, which has the name of who looks.
      [...document.querySelectorAll('main, [role=dialog]')]
        .flatMap((part) => [
          (part as HTMLElement).innerText,
          ...[...part.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
        ])
        .join(),
    ),
  }))

const VISITS = (Object.keys(people) as (keyof typeof people)[]).flatMap((role) =>
  (Object.keys(VIEWPORTS) as (keyof typeof VIEWPORTS)[]).map((width) => ({ role, width })),
)

test.each(VISITS)('script in any text is text on every screen of $role, at a $width and on paper', async (visit) => {
  const { role, width } = visit
  const context = await signedIn(people[role], VIEWPORTS[width])
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('dialog', (dialog) => {
    wrong.push(`${page.url()} opened a dialog`)
    return dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) wrong.push(`${page.url()}: ${message.text()}`)
  })
  const shown = new Set<string>()
  const open = async (address: string) => {
    await page.goto(address)
    await page.waitForLoadState('networkidle')
    for (const media of ['print', 'screen'] as const) {
      await page.emulateMedia({ media })
      const { ran, made: elements, isShown } = await looked(page)
      if (ran || elements > 0) wrong.push(`${address} (${media}): ran ${ran}, made ${elements}`)
      if (isShown && media === 'screen') shown.add(address)
    }
  }
  for (const { path, roles, tile } of SCREENS) {
    if ([roles, tile?.roles].some((one) => one && !hasAnyRole([role], one))) continue
    const id = path.includes(':studentId') ? ids.student : ids.survey
    await open(path.includes(':') ? path.replace(/:\w+/, String(id)) : `${path}?${filter}`)
    const record = RECORDS[path]
    if (record === undefined) continue
    for (const dialog of DIALOGS_OF[path] ?? ['view', 'edit'])
      await open(`${path}?${filter}&modal=${dialog}&id=${record}`)
  }
  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('window.ran')
  await page.getByRole('option').first().waitFor()
  const found = await looked(page)
  if (found.ran || found.made > 0) wrong.push('the search')
  if (found.isShown) shown.add('the search')
  expect(wrong).toEqual([])
  // Otherwise there would be nothing on the screens that could have run.
  const screens = [...shown].map((address) => address.split('?')[0])
  expect([...new Set(screens)]).toEqual(expect.arrayContaining(['the search', ...SHOWN[role]]))
  await context.close()
}, 300_000)
