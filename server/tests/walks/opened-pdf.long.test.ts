import { readFile } from 'node:fs/promises'
import type { BrowserContext, BrowserContextOptions, Download, Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { openLogin } from '../../core/login.ts'
import { hashPassword } from '../../core/passwords.ts'
import { buildPages } from '../../testing/built.ts'
import { furnished } from '../../testing/college.ts'
import { actingPdf } from '../../testing/hostile-pdfs.ts'
import { entryForm } from '../../testing/library.ts'
import { soon } from '../../testing/product.ts'
import { findProgram, missingText } from '../../testing/programs.ts'
import { realBrowser, signedIn } from '../../testing/real-browser.ts'
import { listening } from '../../testing/sockets.ts'

buildPages()
const { at, admin, medicine, wards, student } = await furnished()
const origin = `http://127.0.0.1:${await listening(at.app)}`
// A browser with a viewer, where it is to be had: others keep every PDF.
const chromium = findProgram('chromium')
if (!chromium) process.stderr.write(`hostile PDFs in a viewer: left out, since ${missingText('chromium')}\n`)
const browser = await realBrowser(chromium)

const { email } = await at.db
  .updateTable('users')
  .set({ password_hash: await hashPassword('Correct1') })
  .where('id', '=', admin.userId)
  .returning('email')
  .executeTakeFirstOrThrow()

const content = actingPdf(origin)
const file = { name: 'a.pdf', content: new Uint8Array(content) }
const { body: entry } = await admin.upload('/libraries', entryForm({ title: 'Atlas', department_id: medicine }, file))
const task = await at.make.task(medicine, [wards])
const form = new FormData()
form.set('task_id', String(task))
form.set('files[0]', new Blob([file.content], { type: 'application/pdf' }), file.name)
const { body: work } = await (await student(wards)).caller.upload('/task-submissions', form)

/** The addresses of the server that the file has called. */
const called: string[] = []
at.app.server.on('request', ({ url }) => {
  if (url?.startsWith('/ran')) called.push(url)
})

const options = (more: BrowserContextOptions = {}) => ({ baseURL: origin, ...more })
const signIn = () => signedIn(browser, { email: email ?? '', password: 'Correct1' }, options())

interface BrowserEvents {
  dialogs: string[]
  downloads: Download[]
}

function watch(context: BrowserContext): BrowserEvents {
  const watched: BrowserEvents = { dialogs: [], downloads: [] }
  const watchPage = (page: Page) => {
    page.on('download', (download) => watched.downloads.push(download))
    page.on('dialog', (dialog) => {
      watched.dialogs.push(dialog.message())
      return dialog.dismiss()
    })
  }
  context.on('page', watchPage)
  for (const page of context.pages()) watchPage(page)
  return watched
}

/** Returns the traces of a file in the pages of a browser, in what our origin keeps there, and at the server. */
async function traces(context: BrowserContext, { dialogs }: BrowserEvents) {
  const page = await context.newPage()
  // While this one is opened, the others have the time to act.
  await page.goto('/api/health', { waitUntil: 'networkidle' })
  const inPages = await Promise.all(
    context
      .pages()
      .flatMap((one) => one.frames())
      .map((one) =>
        one.evaluate(() => ({
          ran: 'ran' in window,
          made: document.querySelectorAll('img[src="x"], [onerror]').length,
        })),
      ),
  )
  const kept = await page.evaluate(() => [document.cookie, localStorage.getItem('ran')])
  return {
    pages: inPages.filter(({ ran, made }) => ran || made > 0),
    kept: kept.filter(Boolean),
    dialogs,
    called: called.splice(0),
  }
}
const NOTHING = { pages: [], kept: [], dialogs: [], called: [] }
/** A viewer of the browser's own lets a file say something in a dialog, as on any other site; more is not let out of it. */
const NOTHING_BUT_WORDS = { ...NOTHING, dialogs: expect.any(Array) }

/** Returns whether the browser showed the file or kept it, which it must have done whole. */
async function became({ downloads }: BrowserEvents) {
  const [download] = downloads
  if (!download) return 'shown'
  expect((await readFile(await download.path())).equals(content)).toBe(true)
  return 'kept'
}

test('as a page of ours the same bytes would run, and that is noticed', async () => {
  const context = await browser.newContext(options())
  const watched = watch(context)
  await context.route('**/as-a-page', (route) => route.fulfill({ contentType: 'text/html', body: content }))
  await (await context.newPage()).goto('/as-a-page')
  const found = await traces(context, watched)
  expect(found.pages).toEqual([{ ran: true, made: 1 }])
  expect(found.kept).toEqual(['ran=1', '1'])
  expect(found.dialogs).toContain('1')
  expect(found.called).toEqual(expect.arrayContaining(['/ran/page', '/ran/embedded']))
  await context.close()
}, 60_000)

test.each([
  ['the library', `/libraries/${entry.data.id}`],
  ['work that was handed in', `/task-submissions/${work.data.id}/files/a.pdf`],
])(
  'a PDF of %s, opened at its address, does nothing',
  async (_, path) => {
    const token = await at.db.transaction().execute((tx) => openLogin(tx, admin.userId, undefined))
    for (const use of ['view', 'download']) {
      const context = await browser.newContext(options({ extraHTTPHeaders: { authorization: `Bearer ${token}` } }))
      const watched = watch(context)
      const page = await context.newPage()
      const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled)
      // A file that is kept ends the way to it.
      await page.goto(`/api${path}/${use}`).catch(() => undefined)
      expect(await traces(context, watched)).toEqual(hasViewer ? NOTHING_BUT_WORDS : NOTHING)
      // A browser without a viewer, as one without a head is, keeps what others show.
      expect(await became(watched)).toBe(use === 'view' && hasViewer ? 'shown' : 'kept')
      await context.close()
    }
  },
  60_000,
)

test('nor does it where the library shows it', async () => {
  const context = await signIn()
  const watched = watch(context)
  const page = await context.newPage()
  await page.goto(`/library?modal=preview&id=${entry.data.id}`)
  const shown = page.getByRole('dialog', { name: 'Atlas' })
  if (await page.evaluate(() => navigator.pdfViewerEnabled)) {
    await shown.locator('object[data^="blob:"]').waitFor({ state: 'attached' })
    await expect.poll(() => page.frames().some((one) => one.url().startsWith('chrome-extension:')), soon).toBe(true)
  } else await shown.getByText('This file cannot be shown here').waitFor()
  expect(await traces(context, watched)).toEqual(NOTHING_BUT_WORDS)
  await context.close()
}, 60_000)

test('nor in the tab that a teacher opens it in', async () => {
  const context = await signIn()
  const watched = watch(context)
  const page = await context.newPage()
  await page.goto(`/tasks?modal=submissions&id=${task}`)
  const hasViewer = await page.evaluate(() => navigator.pdfViewerEnabled)
  await page.getByRole('button', { name: 'Open a.pdf in a new tab' }).click()
  await expect
    .poll(() => watched.downloads.length || context.pages().some((one) => one.url().startsWith('blob:')), soon)
    .toBeTruthy()
  expect(await traces(context, watched)).toEqual(NOTHING_BUT_WORDS)
  expect(await became(watched)).toBe(hasViewer ? 'shown' : 'kept')
  await context.close()
}, 60_000)
