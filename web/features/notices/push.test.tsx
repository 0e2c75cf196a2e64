import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type NoticeChoices, notices } from '../../../shared/contract/notices.ts'
import { refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { NoticesModal } from './NoticesModal.tsx'

const NONE: NoticeChoices = {
  weekly_mail: false,
  email: 'aisha@college.test',
  has_mail: true,
  on_device: false,
  other_devices: 0,
  push_key: 'KEY',
}
const SUBSCRIPTION = {
  endpoint: 'https://fcm.googleapis.com/x',
  keys: { p256dh: 'B'.repeat(87), auth: 'A'.repeat(22) },
}

beforeEach(() => signedIn(['student']))
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'serviceWorker')
})

interface Browser {
  permission?: NotificationPermission
  /** The person's answer when they are asked. */
  answer?: NotificationPermission
  subscribe?: () => Promise<unknown>
}

/** A browser that takes notices, with a service worker in place. */
function browser({ permission = 'default', answer = 'granted', subscribe }: Browser = {}) {
  const unsubscribe = vi.fn(async () => true)
  const made = { toJSON: () => SUBSCRIPTION, unsubscribe }
  const manager = { subscribe: vi.fn(subscribe ?? (async () => made)), getSubscription: async () => made }
  const serviceWorker = { getRegistration: async () => ({ pushManager: manager }) }
  Object.defineProperty(navigator, 'serviceWorker', { value: serviceWorker, configurable: true })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: vi.fn(async () => answer) })
  return { manager, unsubscribe }
}

const keeping = (choices: NoticeChoices) =>
  served(
    [notices.read, { data: choices }],
    [notices.save, { data: choices }],
    [notices.addDevice, { message: 'This device will be told.' }],
    [notices.removeDevice, { message: 'This device will be told of nothing more.' }],
  )
const open = () => renderPage(<NoticesModal onClose={() => undefined} />)
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'On this device' })
const save = async () => {
  await userEvent.click(await box())
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
}
const sent = (calls: { method: string; path: string }[]) => calls.map(({ method, path }) => `${method} ${path}`)

test('a device is chosen: the browser asks, and the server is told what it is reached by', async () => {
  const { manager } = browser()
  const calls = keeping(NONE)
  open()
  expect((await box()).checked).toBe(false)
  await save()
  expect(await screen.findByText('Your notices are saved.')).toBeTruthy()
  expect(manager.subscribe).toHaveBeenCalledWith({ userVisibleOnly: true, applicationServerKey: 'KEY' })
  const told = calls.find(({ path }) => path === '/api/notices/device')
  expect([told?.method, told?.body]).toEqual(['POST', SUBSCRIPTION])
  expect(sent(calls)).toContain('PUT /api/notices')
})

test('a device is ended on the server and in the browser', async () => {
  const { unsubscribe } = browser({ permission: 'granted' })
  const calls = keeping({ ...NONE, on_device: true })
  open()
  expect((await box()).checked).toBe(true)
  await save()
  expect(await screen.findByText('Your notices are saved.')).toBeTruthy()
  expect(sent(calls)).toContain('DELETE /api/notices/device')
  expect(unsubscribe).toHaveBeenCalledOnce()
})

test('a person who refuses is told so, and nothing is sent', async () => {
  browser({ answer: 'denied' })
  const calls = keeping(NONE)
  open()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('This browser shows no notices of this page.')
  expect(sent(calls)).toEqual(['GET /api/notices'])
  expect((await box()).checked).toBe(true)
})

test('a browser that can’t reach its own service says so', async () => {
  browser({ subscribe: () => Promise.reject(new DOMException('no push service', 'AbortError')) })
  keeping(NONE)
  open()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('could not reach its own service')
})

test('what the server refuses is told', async () => {
  browser()
  const refusal = refuse(422, 'The given data was invalid.', { endpoint: ['10 devices are told already.'] })
  served([notices.read, { data: NONE }], [notices.addDevice, refusal])
  open()
  await save()
  expect((await screen.findByRole('alert')).textContent).toContain('10 devices are told already.')
})

test.each([
  ['the browser can’t', () => undefined, NONE, /^This browser can’t be told anything/],
  ['it was refused before', () => browser({ permission: 'denied' }), NONE, /^This browser shows no notices/],
  [
    'the college has no contact',
    () => browser(),
    { ...NONE, push_key: null },
    /^This college’s server is not set up for it/,
  ],
])('where %s, it says so and can’t be chosen', async (_why, prepare, choices, text) => {
  prepare()
  keeping(choices)
  open()
  expect(await box()).toHaveProperty('disabled', true)
  expect(screen.getByText(text)).toBeTruthy()
})

test('other devices are told of, and ended by a press', async () => {
  browser()
  let other_devices = 2
  const calls = served(
    [notices.read, () => ({ data: { ...NONE, other_devices } })],
    [
      notices.removeOtherDevices,
      () => {
        other_devices = 0
        return { message: 'Your other devices will be told of nothing more.' }
      },
    ],
  )
  open()
  expect(await screen.findByText('2 other devices of yours are told too.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'End it there' }))
  await waitFor(() => expect(screen.queryByText(/other devices of yours/)).toBeNull())
  expect(sent(calls)).toContain('DELETE /api/notices/devices')
})
