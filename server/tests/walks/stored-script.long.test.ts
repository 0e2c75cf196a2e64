import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { hasAnyRole, ROLES, type RoleName } from '../../../shared/permissions.ts'
import { SCREENS } from '../../../web/screens.ts'
import { buildPages } from '../../testing/built.ts'
import { realBrowser, signedIn } from '../../testing/real-browser.ts'
import { AGENT, DEVICE, scriptCollege } from '../../testing/script-college.ts'

buildPages()
const { ids, origin, accountOf } = await scriptCollege()
const browser = await realBrowser()

const VIEWPORTS = { desk: { width: 1280, height: 800 }, phone: { width: 390, height: 844 } }
type Width = keyof typeof VIEWPORTS

const filter = `department_id=${ids.department}&batch_id=${ids.batch}&group_id=${ids.group}&batch=${ids.batch}&group=${ids.group}&fetched=yes`
/** The record whose dialogs a screen has. */
const RECORDS: Record<string, number | undefined> = {
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

const STAFF = [`/students/${ids.student}`, '/staff', '/attendance', '/assessment', '/designations', '/roles']
const TEACHING = [
  ...STAFF,
  '/students',
  '/groups',
  '/tasks',
  '/library',
  '/feedback',
  '/feedback-questions',
  `/feedback-results/${ids.survey}`,
]
/** The screens that must show the texts. */
const SHOWN: Record<RoleName, string[]> = {
  admin: [
    ...TEACHING,
    '/department',
    '/batches',
    '/leaves',
    '/reporting',
    '/reports',
    '/security-log',
    'the whole name of a device',
    '/status',
    'the history',
  ],
  principal: [...TEACHING, '/leaves', '/reporting', '/reports'],
  hod: [...TEACHING, '/dashboard', '/leaves', '/reports'],
  faculty: [...TEACHING, '/dashboard', '/reporting'],
  clerk: STAFF,
  'student-affair': [...TEACHING, '/dashboard', '/department', '/batches'],
  student: [
    `/students/${ids.student}`,
    '/dashboard',
    '/tasks',
    '/student-attendance',
    '/leaves',
    '/my-results',
    '/library',
    '/student-feedback',
    `/student-feedback-questions/${ids.survey}`,
  ],
}

/** Returns what a page made of our texts: whether they ran, what they became, and what stands there as text. */
const looked = (page: Page) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('details')) part.open = true
    return {
      ran: 'ran' in window,
      made: document.querySelectorAll('img[src="x"], [onerror], [onload], a[href^="javascript:" i], svg[onload]')
        .length,
      text: [...document.querySelectorAll('main, [role=dialog]')] // Not the header, which has the reader's name.
        .flatMap((part) => [
          (part as HTMLElement).innerText,
          ...[...part.querySelectorAll('input, textarea')].map((field) => (field as HTMLInputElement).value),
        ])
        .join(),
    }
  })

/** Visits every screen; where texts were seen, and what became of one. */
async function visit(role: RoleName, width: Width): Promise<{ seen: string[]; wrong: string[] }> {
  const account = accountOf(role)
  const context = await signedIn(browser, account, { baseURL: origin, viewport: VIEWPORTS[width], userAgent: AGENT })
  const page = await context.newPage()
  const wrong: string[] = []
  page.on('dialog', (dialog) => {
    wrong.push(`${page.url()} opened a dialog`)
    return dialog.dismiss()
  })
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) wrong.push(`${page.url()}: ${message.text()}`)
  })
  const seen = new Set<string>()
  const look = async (place: string, ...texts: string[]) => {
    for (const media of ['print', 'screen'] as const) {
      await page.emulateMedia({ media })
      const { ran, made, text } = await looked(page)
      if (ran || made > 0) wrong.push(`${place} (${media}): ran ${ran}, made ${made}`)
      if (media === 'screen' && ['window.ran=1', ...texts].every((one) => text.includes(one))) seen.add(place)
    }
  }
  const open = async (path: string, query = '') => {
    await page.goto(`${path}${query}`)
    await page.waitForLoadState('networkidle')
    await look(path)
  }
  for (const { path, roles, tile } of SCREENS) {
    if ([roles, tile?.roles].some((one) => one && !hasAnyRole([role], one))) continue
    const id = path.includes(':studentId') ? ids.student : ids.survey
    await open(path.replace(/:\w+/, String(id)), path.includes(':') ? '' : `?${filter}`)
    if (path === '/security-log') await look('the whole name of a device', AGENT)
    const record = RECORDS[path]
    if (record === undefined) continue
    for (const dialog of DIALOGS_OF[path] ?? ['view', 'edit'])
      await open(path, `?${filter}&modal=${dialog}&id=${record}`)
  }

  if (role === 'admin') {
    await page.goto(`/tasks?${filter}&modal=view&id=${ids.task}`)
    await page.getByRole('button', { name: 'History' }).click()
    await page.getByRole('listitem').filter({ hasText: 'SHA-256' }).waitFor()
    await look('the history', 'SHA-256')
  }

  // Another of the person's browsers is signed out from here.
  const other = `<svg/onload="window.ran=1"/id="${width}">`
  const headers = { 'content-type': 'application/json', 'user-agent': other }
  await fetch(`${origin}/api/login`, { method: 'POST', headers, body: JSON.stringify(account) })
  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^User menu/ }).click()
  await page.getByRole('menuitem', { name: 'Signed-in devices' }).click()
  const devices = page.getByRole('dialog').getByRole('listitem')
  await devices.nth(1).waitFor()
  await look('the devices', DEVICE, other)
  // If the name has become an element, the row is not found by it below.
  expect(wrong).toEqual([])
  await devices.filter({ hasText: other }).getByRole('button').click()
  await page.getByText(`${other} is signed out.`).waitFor()
  await look('a device that is signed out')

  await page.goto('/dashboard')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('combobox', { name: 'Search for anything' }).fill('window.ran')
  await page.getByRole('option').first().waitFor()
  await look('the search')
  await context.close()
  return { seen: [...seen], wrong }
}

test.each(
  ROLES,
)('script in any text is text on every screen of %s, at a desk, at a phone and on paper', async (role) => {
  const visits = await Promise.all((Object.keys(VIEWPORTS) as Width[]).map((width) => visit(role, width)))
  for (const { seen, wrong } of visits) {
    expect(wrong).toEqual([])
    // Otherwise there would be nothing on the screens that could have run.
    expect(seen).toEqual(expect.arrayContaining(['the devices', 'the search', ...SHOWN[role]]))
  }
}, 300_000)
