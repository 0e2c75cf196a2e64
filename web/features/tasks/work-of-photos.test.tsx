import { PDFDocument } from '@cantoo/pdf-lib'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { bodiesTo, HELD, held, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { drawingPictures, picture } from '../../testing/pictures.ts'
import { submission, task } from '../../testing/work.ts'
import { SubmitTaskModal } from './SubmitTaskModal.tsx'

const KB = 1024
const MB = 1024 * KB
const onClose = vi.fn()
let browser: ReturnType<typeof drawingPictures> | undefined

function draw(bytes: number): void {
  browser?.end()
  browser = drawingPictures(bytes)
}

beforeEach(() => {
  draw(100 * KB)
  served([tasks.read, { data: task({ id: 5, name: 'History taking' }) }], [submissions.create, HELD])
  onClose.mockClear()
  signedIn(['student'])
})
afterEach(() => browser?.end())

const dialog = () => screen.getByRole('dialog', { name: 'PDF from photos' })
const press = (name: string) => userEvent.click(within(dialog()).getByRole('button', { name }))
const add = (...names: string[]) =>
  userEvent.upload(
    within(dialog()).getByLabelText(/^(?:Choose|Add) photos$/),
    names.map((name) => picture(name)),
    { applyAccept: false },
  )
const pages = () =>
  within(dialog())
    .queryAllByRole('img')
    .map((page) => page.getAttribute('src'))
const counted = (text: string) => within(dialog()).findByText(text)
const focused = () => document.activeElement?.getAttribute('aria-label')

async function openForm() {
  const shown = renderPage(<SubmitTaskModal taskId={5} onClose={onClose} />)
  await screen.findByLabelText(/^PDF files/)
  return shown
}

async function openPhotos() {
  const shown = await openForm()
  await userEvent.click(screen.getByRole('button', { name: 'From photos' }))
  await screen.findByRole('dialog', { name: 'PDF from photos' })
  return shown
}

test('until photos are asked for, the form has the one file field, and then it is still the only one of its label', async () => {
  await openForm()
  const form = screen.getByRole('dialog', { name: 'Submit Task Work' })
  expect(form.ownerDocument.querySelectorAll('input[type=file]')).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'From photos' }))
  await screen.findByRole('dialog', { name: 'PDF from photos' })
  expect(form.querySelectorAll('input[type=file]')).toHaveLength(1)
  expect(screen.getAllByLabelText(/PDF files/)).toHaveLength(1)
  const input = screen.getByLabelText('Choose photos')
  expect(input.getAttribute('accept')).toBe('image/*')
  expect(input).toHaveProperty('multiple', true)
  expect(screen.queryByLabelText('Take a photo')).toBeNull()
  expect(screen.getByRole('button', { name: 'Make the PDF' })).toHaveProperty('disabled', true)
})

test('photos in the order of the person become one PDF, which is sent as a chosen one', async () => {
  await openPhotos()
  await add('upright 3000x4000.jpg', 'wide 4000x3000.jpg', 'square 2000x2000.png')
  await counted('3 pages, 300 KB')
  const [upright, wide, square] = pages()
  await press('Move page 3 up')
  expect(pages()).toEqual([upright, square, wide])
  expect(screen.getByText('Page 3 is now page 2 of 3.')).toBeTruthy()
  expect(focused()).toBe('Move page 2 up')
  await press('Move page 2 up')
  expect(pages()).toEqual([square, upright, wide])
  // At the top the pressed button is gone, and the focus is on the other one.
  expect(focused()).toBe('Move page 1 down')
  await press('Turn page 3')
  expect(within(dialog()).getByRole('img', { name: 'Photo of page 3, turned by 90°' })).toBeTruthy()
  await press('Remove page 1')
  expect(pages()).toEqual([upright, wide])
  expect(document.activeElement).toBe(within(dialog()).getByRole('list', { name: 'Pages of the PDF' }))
  await press('Make the PDF')

  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'PDF from photos' })).toBeNull())
  expect(within(screen.getByRole('list', { name: 'Chosen files' })).getByText('History taking.pdf')).toBeTruthy()
  await waitFor(() => expect(document.activeElement?.textContent).toBe('From photos'))
  await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
  ;(await held(submissions.create)).answer({ data: submission() })
  await screen.findByText('Work submitted successfully!')
  const sent = (bodiesTo(served(), submissions.create)[0] as FormData).get('files[0]') as File
  expect([sent.name, sent.type]).toEqual(['History taking.pdf', 'application/pdf'])
  const pdf = await PDFDocument.load(await sent.arrayBuffer())
  const shown = pdf.getPages().map((page) => [Math.round(page.getHeight()), page.getRotation().angle])
  expect(shown).toEqual([
    [794, 0],
    [595, 90],
  ])
})

test('pictures are reduced one after the other, and nothing of them is held but the small ones that are shown', async () => {
  await openPhotos()
  await add('a 3000x4000.jpg', 'b 4000x3000.jpg', 'c 60x80.jpg')
  await counted('3 pages, 300 KB')
  expect(browser?.most()).toBe(1)
  expect(browser?.written.map(({ width, height }) => `${width}x${height}`)).toEqual([
    '1350x1800',
    '144x192',
    '1800x1350',
    '192x144',
    '60x80',
    '60x80',
  ])
  expect(new Set(browser?.written.map(({ type, quality }) => `${type} ${quality}`))).toEqual(
    new Set(['image/jpeg 0.78']),
  )
  expect(browser?.held()).toEqual({ addresses: 3, pixels: 0 })
  await press('Remove page 2')
  expect(browser?.held()).toEqual({ addresses: 2, pixels: 0 })
  await press('Make the PDF')
  await waitFor(() => expect(browser?.held()).toEqual({ addresses: 0, pixels: 0 }))
})

test('a picture that the browser cannot read is told with a way out, and the others are taken', async () => {
  await openPhotos()
  await add('page.HEIC', 'a 3000x4000.jpg', 'broken.jpg')
  await counted('1 page, 100 KB')
  expect(
    within(dialog()).getByText(/^Picture "page.HEIC" is HEIC, .* Save it as JPEG and choose it again\./),
  ).toBeTruthy()
  expect(
    within(dialog()).getByText(/^Picture "broken.jpg" cannot be read\. .*photograph the page once more\.$/),
  ).toBeTruthy()
  expect(browser?.held()).toEqual({ addresses: 1, pixels: 0 })
  await add('b 3000x4000.jpg')
  await counted('2 pages, 200 KB')
  expect(within(dialog()).queryByText(/cannot/)).toBeNull()
})

test('pages that would be too large are told before a PDF is made, and fewer are taken', async () => {
  draw(4 * MB)
  await openPhotos()
  await add('a 3000x4000.jpg', 'b 3000x4000.jpg', 'c 3000x4000.jpg')
  await counted('3 pages, 12 MB')
  expect(
    within(dialog()).getByText(/^These pages make a PDF of 12 MB, and it may have 10 MB\. Remove pages/),
  ).toBeTruthy()
  const make = within(dialog()).getByRole('button', { name: 'Make the PDF' })
  expect(make).toHaveProperty('disabled', true)
  await press('Remove page 3')
  expect(within(dialog()).queryByText(/^These pages/)).toBeNull()
  expect(make).toHaveProperty('disabled', false)
})

test('closing asks once there are photos, and lets them go when that is wanted', async () => {
  const { router } = await openPhotos()
  await press('Cancel')
  expect(screen.queryByRole('dialog', { name: 'PDF from photos' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'From photos' }))
  await add('a 3000x4000.jpg')
  await counted('1 page, 100 KB')
  for (const leave of [() => press('Close'), () => userEvent.keyboard('{Escape}'), () => press('Cancel')]) {
    await leave()
    await userEvent.click(await screen.findByRole('button', { name: 'Keep editing' }))
    expect(pages()).toHaveLength(1)
  }
  const unload = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(unload)
  expect(unload.defaultPrevented).toBe(true)

  void router.navigate(-1)
  await screen.findByText('What you typed here has not been saved.')
  await userEvent.click(screen.getByRole('button', { name: 'Keep editing' }))
  expect(pages()).toHaveLength(1)

  await press('Cancel')
  await userEvent.click(await screen.findByRole('button', { name: 'Discard' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'PDF from photos' })).toBeNull())
  expect(browser?.held()).toEqual({ addresses: 0, pixels: 0 })
  const after = new Event('beforeunload', { cancelable: true })
  window.dispatchEvent(after)
  expect(after.defaultPrevented).toBe(false)
  void router.navigate(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/before'))
})

test('a form whose photos went with a reload says that the work has to be chosen again', async () => {
  const { unmount } = await openPhotos()
  await add('a 3000x4000.jpg')
  await counted('1 page, 100 KB')
  const drafts = { ...sessionStorage }
  unmount()
  Object.assign(sessionStorage, drafts)
  await openForm()
  expect(screen.getByText('Choose the files again.')).toBeTruthy()
})

test('a phone offers its camera too', async () => {
  const { matchMedia } = window
  const asked = (media: string) => ({ ...matchMedia(media), matches: media === '(pointer: coarse)' })
  vi.stubGlobal('matchMedia', (media: string) => ({ ...asked(media), addEventListener() {}, removeEventListener() {} }))
  await openPhotos()
  const camera = within(dialog()).getByLabelText('Take a photo')
  expect(camera.getAttribute('capture')).toBe('environment')
  expect(camera.getAttribute('accept')).toBe('image/*')
  fireEvent.change(camera, { target: { files: [picture('image 3000x4000.jpg')] } })
  await counted('1 page, 100 KB')
  expect(within(dialog()).getByLabelText('Add photos')).toBeTruthy()
})
