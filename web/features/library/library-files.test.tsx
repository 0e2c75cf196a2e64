import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterAll, beforeEach, expect, test, vi } from 'vitest'
import { batches } from '../../../shared/contract/batches.ts'
import { departments } from '../../../shared/contract/departments.ts'
import { libraries } from '../../../shared/contract/libraries.ts'
import * as downloads from '../../core/downloads.ts'
import { libraryEntry } from '../../testing/library.ts'
import { pageOf, pathsTo, refuse, sentTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { batch, department } from '../../testing/records.ts'
import { LibraryPage } from './LibraryPage.tsx'

// The page loads it later; importing it here spares each test the wait.
await import('./PreviewModal.tsx')

const picture = libraryEntry({ id: 51, title: 'X-ray', filename: 'xray.png', file_type: 'image/png' })
const slides = libraryEntry({ id: 52, title: 'Slides', filename: 'lecture.pptx', file_type: 'application/x-slides' })
const entries = [libraryEntry(), picture, slides]

const saved = vi.spyOn(downloads, 'saveFile').mockImplementation(() => undefined)
const shown: Blob[] = []

afterAll(() => saved.mockRestore())
beforeEach(() => {
  saved.mockClear()
  shown.length = 0
  URL.createObjectURL = (blob) => `blob:college/${shown.push(blob as Blob)}`
  URL.revokeObjectURL = vi.fn()
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: true, configurable: true })
  served(
    [libraries.list, pageOf(entries)],
    [libraries.types, pageOf([])],
    [departments.list, pageOf([department()])],
    [batches.list, pageOf([batch()])],
    [libraries.read, ({ params }) => ({ data: entries.find(({ id }) => id === params.id) ?? picture })],
  )
  signedIn(['student'])
})

const HEADERS = { 'accept-ranges': 'bytes', etag: '"v1"', 'content-length': '10' }

/** Answers with four bytes of a file of ten, and leaves the rest to the test. */
function begun(rest: (controller: ReadableStreamDefaultController<Uint8Array>) => void): Response {
  let isTold = false
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new Uint8Array(4)),
    pull(controller) {
      if (!isTold) rest(controller)
      isTold = true
    },
  })
  return new Response(body, { headers: HEADERS })
}
const cut = () => begun((controller) => controller.error(new TypeError('network error')))
const theRest = () =>
  new Response(new Uint8Array(6), {
    status: 206,
    headers: { ...HEADERS, 'content-length': '6', 'content-range': 'bytes 4-9/10' },
  })

async function download() {
  renderPage(<LibraryPage />, '/library')
  await userEvent.click(await screen.findByRole('button', { name: 'Download Ward handbook' }))
}
const lengths = () => saved.mock.calls.map(([blob, name]) => [name, blob.size])

test('a file is saved under its own name, and the list counts it', async () => {
  const calls = served([libraries.download, () => new Response(new Uint8Array(10), { headers: HEADERS })])
  await download()
  expect(await screen.findByText('File downloaded successfully!')).toBeTruthy()
  expect(lengths()).toEqual([['handbook.pdf', 10]])
  expect(pathsTo(calls, libraries.download)).toEqual(['/api/libraries/50/download'])
  await waitFor(() => expect(pathsTo(calls, libraries.list)).toHaveLength(2))
})

test('one that takes its time shows how much has come', async () => {
  let finish = () => {}
  served([
    libraries.download,
    begun((controller) => {
      finish = () => {
        controller.enqueue(new Uint8Array(6))
        controller.close()
      }
    }),
  ])
  await download()
  const bar = await screen.findByRole('progressbar', { name: 'Download of Ward handbook' })
  expect(bar.getAttribute('aria-valuenow')).toBe('40')
  finish()
  await waitFor(() => expect(lengths()).toEqual([['handbook.pdf', 10]]))
  const button = await screen.findByRole('button', { name: 'Download Ward handbook' })
  await waitFor(() => expect(document.activeElement).toBe(button))
})

test('Cancel gives a download up, without a complaint', async () => {
  served([
    libraries.download,
    ({ signal }) =>
      begun((controller) =>
        signal?.addEventListener('abort', () => controller.error(new DOMException('Cancelled', 'AbortError'))),
      ),
  ])
  await download()
  await userEvent.click(await screen.findByRole('button', { name: 'Cancel the download of Ward handbook' }))
  const button = await screen.findByRole('button', { name: 'Download Ward handbook' })
  await waitFor(() => expect(document.activeElement).toBe(button))
  expect(screen.queryByRole('alert')).toBeNull()
  expect(saved).not.toHaveBeenCalled()
})

test('a connection that is cut costs only what had not come', async () => {
  const calls = served([libraries.download, ({ headers }) => (headers.range ? theRest() : cut())])
  await download()
  await waitFor(() => expect(lengths()).toEqual([['handbook.pdf', 10]]), { timeout: 5000 })
  const [, second] = sentTo(calls, libraries.download)
  expect(second?.headers).toMatchObject({ range: 'bytes=4-', 'if-range': '"v1"' })
})

test('after a failure on the way Resume goes on from there', async () => {
  const calls = served([libraries.download, ({ headers }) => (headers.range ? refuse(500) : cut())])
  await download()
  expect(await screen.findByText('Failed to download file', undefined, { timeout: 5000 })).toBeTruthy()
  served([libraries.download, ({ headers }) => (headers.range ? theRest() : cut())])
  await userEvent.click(screen.getByRole('button', { name: 'Resume' }))
  await waitFor(() => expect(lengths()).toEqual([['handbook.pdf', 10]]))
  expect(sentTo(calls, libraries.download)).toHaveLength(3)
})

test('a download that does not begin says why, and can be tried again', async () => {
  served([libraries.download, refuse(404, 'File not found.')])
  await download()
  expect(await screen.findByText('File not found.')).toBeTruthy()
  served([libraries.download, refuse(500)])
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('Failed to download file')).toBeTruthy()
})

test('a page of HTML that the library keeps is a file like others', async () => {
  const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment; filename="a.html"' }
  served([libraries.download, () => new Response('<p>', { headers })])
  await download()
  await waitFor(() => expect(lengths()).toEqual([['handbook.pdf', 3]]))
})

async function preview(of: string) {
  renderPage(<LibraryPage />, '/library')
  await userEvent.click(await screen.findByRole('button', { name: `Preview ${of}` }))
  return within(await screen.findByRole('dialog', { name: of }))
}

test('a picture is shown in place, as what the server found it to be', async () => {
  const headers = { 'content-type': 'text/html', 'content-disposition': 'attachment' }
  served([libraries.view, () => new Response('pixels', { headers })])
  const dialog = await preview('X-ray')
  expect((await dialog.findByRole('img', { name: 'X-ray' })).getAttribute('src')).toBe('blob:college/1')
  expect(shown.map(({ type }) => type)).toEqual(['image/png'])
  await userEvent.click(dialog.getByRole('button', { name: 'Download' }))
  expect(lengths()).toEqual([['xray.png', 6]])
  await userEvent.click(dialog.getAllByRole('button', { name: 'Close' })[0] as HTMLElement)
  await waitFor(() => expect(URL.revokeObjectURL).toHaveBeenCalledWith('blob:college/1'))
})

test('a picture that is none says so', async () => {
  served([libraries.view, () => new Response('pixels')])
  const dialog = await preview('X-ray')
  fireEvent.error(await dialog.findByRole('img'))
  expect(dialog.getByText('This picture cannot be shown')).toBeTruthy()
})

test('a PDF is shown in place where the browser can', async () => {
  served([libraries.view, () => new Response('%PDF')])
  const dialog = await preview('Ward handbook')
  const object = await waitFor(() => dialog.getByLabelText('Ward handbook', { selector: 'object' }))
  expect(object.getAttribute('data')).toBe('blob:college/1#navpanes=0')
  expect(object.getAttribute('type')).toBe('application/pdf')
})

test('where the browser shows no PDF, none is offered; a shared address says so and asks for no file', async () => {
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: false, configurable: true })
  const calls = served([libraries.download, () => new Response('%PDF')])
  renderPage(<LibraryPage />, '/library?modal=preview&id=50')
  expect(await screen.findByText('This file cannot be shown here')).toBeTruthy()
  // The list comes after the dialog.
  expect(await screen.findByRole('button', { name: 'Preview X-ray', hidden: true })).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Preview Ward handbook', hidden: true })).toBeNull()
  expect(pathsTo(calls, libraries.view, libraries.download)).toEqual([])
  const dialog = within(screen.getByRole('dialog', { name: 'Ward handbook' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Download Ward handbook' }))
  await waitFor(() => expect(lengths()).toEqual([['handbook.pdf', 4]]))
})

test('a preview shows how much has come, and can be tried again when it fails', async () => {
  let fail = () => {}
  served([
    libraries.view,
    () =>
      new Response(
        new ReadableStream<Uint8Array>({
          start: (controller) => controller.enqueue(new Uint8Array(4)),
          pull: (controller) => {
            fail = () => controller.error(new TypeError('network error'))
          },
        }),
        { headers: { 'content-length': '10' } },
      ),
  ])
  const dialog = await preview('X-ray')
  expect(await dialog.findByText('40%')).toBeTruthy()
  fail()
  expect(await dialog.findByText('Failed to download file')).toBeTruthy()
  served([libraries.view, () => new Response('pixels')])
  await userEvent.click(dialog.getByRole('button', { name: 'Try again' }))
  expect(await dialog.findByRole('img', { name: 'X-ray' })).toBeTruthy()
})

test('an address of a preview of what cannot be shown asks for no file', async () => {
  const calls = served()
  renderPage(<LibraryPage />, '/library?modal=preview&id=52')
  expect(await screen.findByText('This file cannot be shown here')).toBeTruthy()
  expect(pathsTo(calls, libraries.view)).toEqual([])
})
