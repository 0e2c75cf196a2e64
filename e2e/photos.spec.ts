import { PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib'
import { type APIRequestContext, expect, type Page } from '@playwright/test'
import { dump, insert, TagValues } from 'piexif-ts'
import { test } from './journey.ts'
import { apiAs, expectAccessible, expectReadableInTheDark, openAs } from './steps.ts'

const RED = '#c00'
const BLUE = '#00c'

/** A picture in two colours: the left half has the first one. */
async function picture(page: Page, type: string, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([type, width, height, red, blue]) => {
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const context = canvas.getContext('2d')
      if (!context) throw new Error('No canvas')
      context.fillStyle = red
      context.fillRect(0, 0, width / 2, height)
      context.fillStyle = blue
      context.fillRect(width / 2, 0, width / 2, height)
      return canvas.toDataURL(type).replace(/^.*,/, '')
    },
    [type, width, height, RED, BLUE] as const,
  )
  return Buffer.from(base64, 'base64')
}

/** A photo that was taken with the phone held upright: its left side is shown at the top. */
function heldUpright(jpeg: Buffer): Buffer {
  const exif = dump({ '0th': { [TagValues.ImageIFD.Orientation]: 6 } })
  return Buffer.from(insert(exif, jpeg.toString('latin1')), 'latin1')
}

/** Makes a task for the demo student's group; resolves with its id. */
async function newTask(request: APIRequestContext, name: string): Promise<number> {
  const hod = await apiAs(request, 'hod')
  const { data } = await (await hod.get('/groups?batch_id=2')).json()
  const group = data.find((one: { name: string }) => one.name === 'Group A')
  const { department_id, id } = group
  const made = await hod.post('/tasks', { name, department_id, group_id: [id], status: 'active' })
  expect(made.status(), await made.text()).toBe(201)
  return (await made.json()).data.id
}

interface PdfPage {
  width: number
  height: number
  turn: number
  jpeg: Buffer
}

/** The pages of a PDF, each with its one picture. */
async function pagesOf(bytes: Buffer): Promise<PdfPage[]> {
  const pdf = await PDFDocument.load(bytes)
  return pdf.getPages().map((page) => {
    const { width, height } = page.getSize()
    const pictures = page.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict)
    const [name] = pictures?.keys() ?? []
    const drawn = name && pictures?.lookup(name)
    if (!(drawn instanceof PDFRawStream)) throw new Error('A page without a picture')
    const turn = page.getRotation().angle
    return { width: Math.round(width), height: Math.round(height), turn, jpeg: Buffer.from(drawn.contents) }
  })
}

/** The colour that a picture has most of, near its top and near its bottom. */
const topAndBottom = (page: Page, jpeg: Buffer): Promise<string[]> =>
  page.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
    const bitmap = await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' }))
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height })
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(bitmap, 0, 0)
    return [0.1, 0.9].map((share) => {
      const at = context.getImageData(bitmap.width / 2, Math.floor(bitmap.height * share), 1, 1)
      return (at.data[0] ?? 0) > (at.data[2] ?? 0) ? 'red' : 'blue'
    })
  }, jpeg.toString('base64'))

test('photos of handwritten pages are handed in as one PDF', { tag: '@phone' }, async ({ page, request }) => {
  const task = `History taking ${Date.now()}`
  const id = await newTask(request, task)
  await openAs(page, 'student', `/tasks?modal=submit&id=${id}`)
  const form = page.getByRole('dialog', { name: 'Submit Task Work' })
  await expect(form.getByText(task)).toBeVisible()
  await expect(page.locator('input[type=file]')).toHaveCount(1)
  await form.getByLabel('Remarks').fill('Seen on ward 3')
  const jpeg = 'image/jpeg'
  const photos = [
    { name: 'upright.jpg', mimeType: jpeg, buffer: heldUpright(await picture(page, jpeg, 2400, 1800)) },
    { name: 'wide.jpg', mimeType: jpeg, buffer: await picture(page, jpeg, 1600, 800) },
    { name: 'tall.png', mimeType: 'image/png', buffer: await picture(page, 'image/png', 600, 900) },
    { name: 'other.png', mimeType: 'image/png', buffer: await picture(page, 'image/png', 500, 500) },
  ]

  await form.getByRole('button', { name: 'From photos' }).click()
  const dialog = page.getByRole('dialog', { name: 'PDF from photos' })
  await expect(dialog.getByLabel('Take a photo')).toBeAttached()
  await expectAccessible(page)
  const text = { name: 'notes.heic', mimeType: 'image/heic', buffer: Buffer.from('no picture') }
  const whole = photos[1]?.buffer ?? Buffer.alloc(0)
  const cut = { name: 'cut.jpg', mimeType: jpeg, buffer: whole.subarray(0, whole.length / 2) }
  await dialog.getByLabel('Choose photos').setInputFiles([...photos.slice(0, 3), text, cut])
  await expect(dialog.getByText(/^3 pages, /)).toBeVisible()
  await expect(dialog.getByText(/^Picture "notes\.heic" is HEIC/)).toBeVisible()
  await expect(dialog.getByText(/^Picture "cut\.jpg" cannot be read/)).toBeVisible()
  await dialog.getByLabel('Add photos').setInputFiles(photos.slice(3))
  await expect(dialog.getByText(/^4 pages, /)).toBeVisible()
  await expectAccessible(page)
  await expectReadableInTheDark(page)

  await test.step('the pages are moved by a button and by keys, one is turned, one removed', async () => {
    await dialog.getByRole('button', { name: 'Remove page 4' }).click()
    await dialog.getByRole('button', { name: 'Move page 1 down' }).click()
    await expect(dialog.getByText('Page 1 is now page 2 of 3.')).toBeAttached()
    await expect(page.locator('[data-dnd-dragging], [data-dnd-dropping]')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Drag page 3' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Page 3 is picked up: page 3 of 3.')).toBeAttached()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText('Page 3: page 2 of 3.')).toBeAttached()
    await page.keyboard.press('Space')
    await expect(dialog.getByText('Page 3 is now page 2 of 3.')).toBeAttached()
    // Escape leaves a drag, and not the dialog.
    await expect(page.locator('[data-dnd-dragging], [data-dnd-dropping]')).toHaveCount(0)
    await dialog.getByRole('button', { name: 'Drag page 1' }).focus()
    await page.keyboard.press('Space')
    await expect(page.getByText('Page 1 is picked up: page 1 of 3.')).toBeAttached()
    await page.keyboard.press('Escape')
    await expect(page.getByText('Page 1 is back: page 1 of 3.')).toBeAttached()
    await expect(page.getByRole('dialog', { name: 'Discard photos?' })).toBeHidden()
    await dialog.getByRole('button', { name: 'Turn page 1' }).click()
    await expect(dialog.getByRole('img', { name: 'Photo of page 1, turned by 90°' })).toBeVisible()
  })

  await test.step('closing asks first', async () => {
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await page.getByRole('dialog', { name: 'Discard photos?' }).getByRole('button', { name: 'Keep editing' }).click()
    await expect(dialog.getByRole('img')).toHaveCount(3)
  })

  await test.step('the PDF is handed in, and the server gives it back', async () => {
    await dialog.getByRole('button', { name: 'Make the PDF' }).click()
    await expect(dialog).toBeHidden()
    await expect(form.getByRole('list', { name: 'Chosen files' }).getByText(`${task}.pdf`)).toBeVisible()
    await expect(page.locator('input[type=file]')).toHaveCount(1)
    await expectAccessible(page)
    await form.getByRole('button', { name: /^Submit/ }).click()
    await expect(page.getByText('Work submitted successfully!')).toBeVisible()
    const student = await apiAs(request, 'student')
    const { data } = await (await student.get(`/task-submissions/task/${id}`)).json()
    const path = `/task-submissions/${data[0].id}/files/${encodeURIComponent(`${task}.pdf`)}/download`
    const pages = await pagesOf(await (await student.get(path)).body())
    // The wide one as it was turned, the tall one, and the one that its camera had turned.
    expect(pages.map(({ width, height, turn }) => [width, height, turn])).toEqual([
      [1191, 595, 90],
      [595, 893, 0],
      [595, 794, 0],
    ])
    const [, , upright] = pages
    expect(await topAndBottom(page, upright?.jpeg ?? Buffer.alloc(0))).toEqual(['red', 'blue'])
  })
})
