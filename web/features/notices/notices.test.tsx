import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { type NoticeChoices, notices } from '../../../shared/contract/notices.ts'
import { refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { NoticesModal } from './NoticesModal.tsx'
import { StopWeeklyMailPage } from './StopWeeklyMailPage.tsx'

const NONE: NoticeChoices = {
  weekly_mail: false,
  email: 'aisha@college.test',
  has_mail: true,
  on_device: false,
  other_devices: 0,
  push_key: 'KEY',
}

beforeEach(() => signedIn(['student']))

const onClose = vi.fn()
beforeEach(() => onClose.mockClear())
const open = () => renderPage(<NoticesModal onClose={onClose} />)
const box = () => screen.findByRole<HTMLInputElement>('checkbox', { name: 'A weekly mail' })
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the weekly mail is off until it is chosen and saved', async () => {
  const calls = served(
    [notices.read, { data: NONE }],
    [notices.save, ({ body }) => ({ data: { ...NONE, ...(body as object) } })],
  )
  open()
  const dialog = await screen.findByRole('dialog', { name: 'Notices' })
  expect((await box()).checked).toBe(false)
  expect(within(dialog).getByText(/^On Mondays, to aisha@college\.test/)).toBeTruthy()
  await userEvent.click(await box())
  await press('Save')
  expect(await screen.findByText('Your notices are saved.')).toBeTruthy()
  expect(calls.find(({ method }) => method === 'PUT')?.body).toEqual({ weekly_mail: true })
  expect(onClose).toHaveBeenCalledOnce()
})

test('without mail it says so and cannot be chosen, but ended', async () => {
  served([notices.read, { data: { ...NONE, has_mail: false } }])
  const { unmount } = open()
  expect(await box()).toHaveProperty('disabled', true)
  expect(screen.getByText(/This college has set up no mail/)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', true)
  unmount()
  served([notices.read, { data: { ...NONE, has_mail: false, weekly_mail: true } }])
  open()
  expect(await box()).toHaveProperty('disabled', false)
  expect(screen.getByRole('button', { name: 'Save' })).toHaveProperty('disabled', false)
})

test('a refusal stands at the choice, which stays as it was made', async () => {
  const refusal = refuse(422, 'The given data was invalid.', { weekly_mail: ['Mail is not set up.'] })
  served([notices.read, { data: NONE }], [notices.save, refusal])
  open()
  await userEvent.click(await box())
  await press('Save')
  expect(await screen.findAllByText('Mail is not set up.')).not.toHaveLength(0)
  expect((await box()).checked).toBe(true)
  expect(onClose).not.toHaveBeenCalled()
})

test('what cannot be read is told, with Retry', async () => {
  served([notices.read, refuse(500)])
  open()
  expect((await screen.findByRole('alert')).textContent).toContain('Failed to fetch your notices')
  expect(screen.getByRole('button', { name: 'Retry' })).toBeTruthy()
})

test('the link of a mail stops it by a press, and says what came of it', async () => {
  const answers = [refuse(404, 'Weekly mail not found.'), { message: 'You will get no more weekly mails.' }]
  const calls = served([notices.stop, () => answers.shift() ?? refuse(500)])
  renderPage(<StopWeeklyMailPage />, '/stop-weekly-mail?token=7.x')
  expect(await screen.findByRole('heading', { name: 'Weekly mail' })).toBeTruthy()
  expect(calls).toHaveLength(0)
  await press('Stop the weekly mail')
  expect((await screen.findByRole('alert')).textContent).toContain('Weekly mail not found.')
  await press('Stop the weekly mail')
  expect(await screen.findByText('You will get no more weekly mails.')).toBeTruthy()
  expect(new Set(calls.map(({ method, path }) => `${method} ${path}`))).toEqual(
    new Set(['POST /api/notices/weekly-mail/stop?token=7.x']),
  )
  expect(screen.queryByRole('button', { name: 'Stop the weekly mail' })).toBeNull()
})
