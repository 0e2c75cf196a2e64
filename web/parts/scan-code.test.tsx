import { render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { StrictMode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { fakeCamera } from '../testing/camera.ts'
import { ScanCode } from './ScanCode.tsx'

const BEDSIDE = `https://college.test/sign/${'7F3K9M2Q'.repeat(20)}`
const onCode = vi.fn()
let camera: ReturnType<typeof fakeCamera> | undefined

function show(answers?: Parameters<typeof fakeCamera>[0], sees?: string) {
  camera = fakeCamera(answers)
  camera.sees(sees)
  return { camera, ...render(<ScanCode onCode={onCode} />) }
}

/** Hides the page or shows it again. */
function turnPage(state: 'hidden' | 'visible'): void {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state)
  document.dispatchEvent(new Event('visibilitychange'))
}

const button = (name: string) => screen.findByRole('button', { name })

afterEach(() => {
  camera?.end()
  vi.restoreAllMocks()
  onCode.mockReset()
})

test('the camera at the back is asked for, and no microphone', async () => {
  const { camera } = show({ asks: true })
  expect(screen.getByRole('status').textContent).toBe('Allow the camera when the browser asks for it.')
  await waitFor(() => expect(camera.wanted).toHaveLength(1))
  expect(camera.wanted[0]).toMatchObject({ audio: false, video: { facingMode: 'environment' } })
  camera.allow()
  expect(await screen.findByText('Hold the code inside the frame.')).toBeTruthy()
  expect(screen.getByLabelText('What the camera sees')).toBeTruthy()
})

test('a code is read by the kept decoder, given once, and the camera goes out', async () => {
  const { camera } = show()
  await screen.findByText('Hold the code inside the frame.')
  expect(camera.isLive()).toBe(true)
  camera.sees(BEDSIDE)
  await screen.findByText('The code has been read.')
  expect(onCode.mock.calls).toEqual([[BEDSIDE]])
  expect(camera.isLive()).toBe(false)
  expect(screen.queryByLabelText('What the camera sees')).toBeNull()
})

test('the same code is not given twice, another one is', async () => {
  const { camera } = show({}, BEDSIDE)
  await userEvent.click(await button('Scan another code'))
  expect(document.activeElement).not.toBe(document.body)
  expect(document.activeElement?.contains(screen.getByRole('status'))).toBe(true)
  expect(await screen.findByText(/^This code has been read already\./)).toBeTruthy()
  expect(camera.isLive()).toBe(true)
  camera.sees('another')
  await screen.findByText('The code has been read.')
  expect(onCode.mock.calls).toEqual([[BEDSIDE], ['another']])
})

test('a browser that reads QR codes itself is taken at its word', async () => {
  camera = fakeCamera()
  camera.ownReading(['ean_13', 'qr_code'], async () => [{ rawValue: 'by the browser' }])
  render(<ScanCode onCode={onCode} />)
  await waitFor(() => expect(onCode.mock.calls).toEqual([['by the browser']]))
})

test.each([
  ['knows other codes alone', ['ean_13'], async () => [{ rawValue: 'wrong' }]],
  ['lacks the service behind it', ['qr_code'], () => Promise.reject(new DOMException('No', 'NotSupportedError'))],
])('the kept decoder stands in for a browser that %s', async (_, formats, detect) => {
  camera = fakeCamera()
  camera.sees(BEDSIDE)
  camera.ownReading(formats, detect)
  render(<ScanCode onCode={onCode} />)
  await waitFor(() => expect(onCode.mock.calls).toEqual([[BEDSIDE]]))
})

test.each([
  ['NotAllowedError', 'The camera is not allowed on this page.'],
  ['NotFoundError', 'No camera was found on this device.'],
  ['OverconstrainedError', 'No camera was found on this device.'],
  ['NotReadableError', 'The camera gives no picture.'],
])('%s: people read what to do, and may try again', async (refusal, title) => {
  const { camera } = show({ refusal }, BEDSIDE)
  const alert = await screen.findByRole('alert', { name: title })
  expect(alert.textContent).toContain('Type the six digits instead.')
  expect(onCode).not.toHaveBeenCalled()
  camera.answer(undefined)
  await userEvent.click(await button('Try again'))
  await waitFor(() => expect(onCode).toHaveBeenCalledOnce())
  expect(screen.queryByRole('alert')).toBeNull()
})

test.each([
  [false, 'The camera works only on a page with https.', 0],
  [true, 'No camera was found on this device.', 1],
])('a browser that hides its cameras, page with TLS %s', async (isSecure, title, ways) => {
  camera = fakeCamera()
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: undefined })
  vi.stubGlobal('isSecureContext', isSecure)
  render(<ScanCode onCode={onCode} />)
  const alert = await screen.findByRole('alert', { name: title })
  expect(alert.textContent).toContain('Type the six digits instead.')
  expect(screen.queryAllByRole('button')).toHaveLength(ways)
})

test('a camera that is taken away says so', async () => {
  const { camera } = show()
  await screen.findByText('Hold the code inside the frame.')
  camera.tracks[0]?.dispatchEvent(new Event('ended'))
  expect(await screen.findByRole('alert', { name: 'The camera gives no picture.' })).toBeTruthy()
  expect(camera.isLive()).toBe(false)
})

test('the camera goes out with a hidden page, and comes back with it', async () => {
  const { camera } = show()
  await screen.findByText('Hold the code inside the frame.')
  turnPage('hidden')
  await waitFor(() => expect(camera.isLive()).toBe(false))
  turnPage('visible')
  await waitFor(() => expect(camera.isLive()).toBe(true))
  expect(camera.tracks).toHaveLength(2)
})

test('the camera goes out when the dialog closes, also when it is allowed only then', async () => {
  const first = show()
  await screen.findByText('Hold the code inside the frame.')
  first.unmount()
  expect(first.camera.isLive()).toBe(false)
  first.camera.end()

  const late = show({ asks: true })
  await waitFor(() => expect(late.camera.wanted).toHaveLength(1))
  late.unmount()
  late.camera.allow()
  await waitFor(() => expect(late.camera.tracks).toHaveLength(1))
  await waitFor(() => expect(late.camera.isLive()).toBe(false))
})

test('drawn twice, as in development, one camera stays open', async () => {
  camera = fakeCamera()
  render(<ScanCode onCode={onCode} />, { wrapper: StrictMode })
  await screen.findByText('Hold the code inside the frame.')
  expect(camera.tracks.filter(({ isLive }) => isLive)).toHaveLength(1)
})

test('a camera with a lamp has a torch, which goes out with it', async () => {
  const { camera } = show({ hasTorch: true })
  const torch = await button('Torch')
  expect(torch.getAttribute('aria-pressed')).toBe('false')
  await userEvent.click(torch)
  await waitFor(() => expect(torch.getAttribute('aria-pressed')).toBe('true'))
  expect(camera.tracks[0]?.isLit).toBe(true)
  camera.sees(BEDSIDE)
  await screen.findByText('The code has been read.')
  expect(screen.queryByRole('button', { name: 'Torch' })).toBeNull()
})

test('a camera without a lamp has no torch', async () => {
  show()
  await screen.findByText('Hold the code inside the frame.')
  expect(screen.queryByRole('button', { name: 'Torch' })).toBeNull()
})
