import { randomBytes } from 'node:crypto'
import { readFile, truncate, writeFile } from 'node:fs/promises'
import { crc32, deflateSync } from 'node:zlib'
import { type APIRequestContext, expect, type Page, test as unguarded } from '@playwright/test'
import { cuttingNetwork } from './cutting.ts'
import { test } from './journey.ts'
import { apiAs, expectAccessible, openAs, pdfFile, signIn } from './steps.ts'

const MB = 1024 * 1024

/** A picture of one colour, 40 by 30. */
function pngFile(name: string) {
  const part = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    check.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, check])
  }
  const head = Buffer.from([0, 0, 0, 40, 0, 0, 0, 30, 8, 0, 0, 0, 0])
  const buffer = Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    part('IHDR', head),
    part('IDAT', deflateSync(Buffer.alloc(41 * 30, 90))),
    part('IEND', Buffer.alloc(0)),
  ])
  return { name, mimeType: 'image/png', buffer }
}

const cardOf = (page: Page, title: string) =>
  page.getByRole('list', { name: 'Library entries' }).getByRole('listitem').filter({ hasText: title })

/** Chromium's viewer of PDFs is a page of its own within ours. */
const viewersIn = (page: Page) => page.frames().filter((frame) => frame.url().startsWith('chrome-extension:')).length

async function savedFile(page: Page, press: () => Promise<void>) {
  const [download] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

/** Adds an entry for everybody, as a script would. */
async function addEntry(request: APIRequestContext, title: string, file: ReturnType<typeof pdfFile>): Promise<void> {
  const api = await apiAs(request, 'admin')
  const departments = await (await api.get('/departments')).json()
  const made = await api.send('/libraries', {
    title,
    department_id: String(departments.data[0].id),
    file,
  })
  expect(made.status()).toBe(201)
}

test('a file is added, found, looked at and downloaded by students, replaced and deleted @daily-phone', async ({
  page,
  browser,
  request,
}, { project }) => {
  // Three people, one after the other.
  const title = `وارڈ Handbook ${project.name} ${Date.now()}`
  await signIn(page, 'faculty')
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Library/ })
    .click()
  await page.getByRole('button', { name: 'Add' }).click()
  const add = page.getByRole('dialog', { name: 'Add New Library Entry' })
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add.getByText('Title is required', { exact: true })).toBeVisible()
  await expect(add.getByText('Filename is required', { exact: true })).toBeVisible()
  await expect(add.getByLabel('Department')).toBeDisabled()
  await expectAccessible(page)
  await add.getByLabel('Title').fill(title)
  await add.getByLabel('Type').fill('Atlas')
  await page.reload()
  await expect(add.getByLabel('Title')).toHaveValue(title)
  await expect(add.getByText('Restored what you typed.')).toBeVisible()
  const film = test.info().outputPath('film.mp4')
  await writeFile(film, '')
  await truncate(film, 50 * MB + 1)
  await add.getByLabel('File', { exact: true }).setInputFiles(film)
  await expect(add.getByText('File "film.mp4" is too large. Maximum size is 50MB.')).toBeVisible()
  await add.getByLabel('File', { exact: true }).setInputFiles(pngFile('ward atlas.png'))
  await add.getByRole('button', { name: 'Save' }).click()
  await expect(add).toBeHidden()
  const card = cardOf(page, title)
  await expect(card.getByText('ward atlas.png')).toBeVisible()
  await expect(card.getByRole('button', { name: /^(?:Edit|Delete|View)/ })).toHaveCount(0)
  await expectAccessible(page)

  const student = await (await browser.newContext(project.use)).newPage()
  await openAs(student, 'student', '/library')
  await expect(student.getByRole('button', { name: 'Add' })).toHaveCount(0)
  await student.getByLabel('Search library').fill(title)
  await expect(student.getByText('1 entry')).toBeVisible()
  await cardOf(student, title).getByRole('button', { name: 'Preview' }).click()
  const preview = student.getByRole('dialog', { name: title })
  const picture = preview.getByRole('img', { name: title })
  await expect(picture).toBeVisible()
  expect(await picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40)
  await expectAccessible(student)
  await student.reload()
  await expect(picture).toBeVisible()
  await preview.getByRole('button', { name: 'Close' }).last().click()
  const { name, bytes } = await savedFile(student, () =>
    cardOf(student, title).getByRole('button', { name: 'Download' }).click(),
  )
  expect([name, bytes]).toEqual(['ward atlas.png', pngFile('').buffer])
  await expect(cardOf(student, title).getByText('1 download')).toBeVisible()

  const admin = await (await browser.newContext(project.use)).newPage()
  await openAs(admin, 'admin', `/library?q=${encodeURIComponent(title)}`)
  await cardOf(admin, title).getByRole('button', { name: 'Edit' }).click()
  const edit = admin.getByRole('dialog', { name: 'Edit Library Entry' })
  await edit.getByLabel('Another file').setInputFiles(pdfFile('ward.pdf'))
  await edit.getByRole('button', { name: 'Save' }).click()
  await expect(edit).toBeHidden()
  await expect(cardOf(admin, title).getByText('ward.pdf')).toBeVisible()
  await cardOf(admin, title).getByRole('button', { name: /^View/ }).click()
  const view = admin.getByRole('dialog', { name: 'View Library Entry' })
  await expect(view.getByText('ward.pdf')).toBeVisible()
  await view.getByRole('button', { name: 'History' }).click()
  await expect(view.getByText('Filename: ward atlas.png → ward.pdf')).toBeVisible()
  await expectAccessible(admin)
  await view.getByRole('button', { name: 'Close' }).last().click()
  await cardOf(admin, title).getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('Are you sure you want to delete this library entry?')).toBeVisible()
  await admin.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(admin.getByText('No library entries found matching your search')).toBeVisible()
  const api = await apiAs(request, 'admin')
  const left = await (await api.get(`/libraries?q=${encodeURIComponent(title)}`)).json()
  expect(left.data).toEqual([])
})

test(
  'a download that is cut off on the way goes on from there, and is the file',
  { tag: '@phone' },
  async ({ browser, request }, { project }) => {
    const title = `CT series ${project.name} ${Date.now()}`
    // More than the connection's own buffers hold beside what comes through.
    const buffer = randomBytes(40 * MB)
    await addEntry(request, title, { name: 'series.bin', mimeType: 'application/octet-stream', buffer })

    const network = await cuttingNetwork(project.use.baseURL ?? '')
    const page = await (await browser.newContext({ ...project.use, baseURL: network.origin })).newPage()
    await openAs(page, 'student', `/library?q=${encodeURIComponent(title)}`)
    const card = cardOf(page, title)
    await expect(card.getByText('series.bin')).toBeVisible()
    await expect(card.getByText('BIN file, 40 MB')).toBeVisible()
    network.cutNext('/download', 5 * MB)
    const { bytes } = await savedFile(page, () => card.getByRole('button', { name: 'Download' }).click())
    expect(bytes.equals(buffer)).toBe(true)
    const ranges = network.asked.map((head) => /^range: bytes=(\d+)-/im.exec(head)?.[1])
    expect(ranges).toHaveLength(2)
    expect(ranges[0]).toBeUndefined()
    expect(Number(ranges[1])).toBeGreaterThan(MB)
    expect(Number(ranges[1])).toBeLessThan(6 * MB)
    // It counts as a single download, though in two parts.
    await expect(card.getByText('1 download')).toBeVisible()
    network.close()
  },
)

test('a PDF of the library is shown in place by the browser’s own viewer', async ({ page, request }, { project }) => {
  const title = `Guideline ${project.name} ${Date.now()}`
  await addEntry(request, title, pdfFile('guideline.pdf'))
  await openAs(page, 'student', `/library?q=${encodeURIComponent(title)}`)
  const card = cardOf(page, title)
  await expect(card.getByRole('button', { name: 'Download' })).toBeVisible()
  if (!(await page.evaluate(() => navigator.pdfViewerEnabled))) {
    // As on most phones: there is nothing to show it with, and so no button for it.
    await expect(card.getByRole('button', { name: 'Preview' })).toHaveCount(0)
    return
  }
  await card.getByRole('button', { name: 'Preview' }).click()
  const preview = page.getByRole('dialog', { name: title })
  await expect(preview.locator('object')).toHaveAttribute('data', /^blob:/)
  await expect.poll(() => viewersIn(page)).toBe(1)
  await expect(preview.getByText('This file cannot be shown here')).toBeHidden()
  await expectAccessible(page)
})

// The browser is to refuse something here.
unguarded('frames show what the page itself has made, and no script runs in them', async ({ page }) => {
  await page.addInitScript(() => {
    const refused: string[] = []
    Object.assign(window, { refused })
    addEventListener('securitypolicyviolation', ({ violatedDirective }) => refused.push(violatedDirective))
  })
  await page.goto('/login')
  await page.evaluate(() => {
    const html = ['<script>parent.hasRun = true</script>', '<p id="end">']
    for (const src of ['/login', 'data:text/html,<p>', URL.createObjectURL(new Blob(html, { type: 'text/html' }))]) {
      const frame = document.createElement('iframe')
      frame.src = src
      document.body.append(frame)
    }
  })
  const refused = () => page.evaluate(() => (window as unknown as { refused: string[] }).refused)
  await expect.poll(refused).toEqual(['frame-src', 'frame-src'])
  // Scripts stand before it, so each has run or was refused by then.
  await expect(page.frameLocator('iframe >> nth=2').locator('#end')).toBeAttached()
  expect(await page.evaluate(() => 'hasRun' in window)).toBe(false)
})
