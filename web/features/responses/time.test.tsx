import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { feedbackResponses } from '../../../shared/contract/feedback/responses.ts'
import { feedbackSurveys } from '../../../shared/contract/feedback/surveys.ts'
import { beginAnswering, field, open, serve } from '../../testing/answering.tsx'
import { HELD, held, refuse, sentTo, served } from '../../testing/network.ts'

beginAnswering()

/** The last day of a survey that ends in a minute and a half, by the college's clock. */
const LAST_DAY = '2026-03-02'
const NOW = new Date('2026-03-02T18:58:30Z')
const user = userEvent.setup({ advanceTimers: (ms) => vi.advanceTimersByTime(ms) })
const later = (minutes: number) => act(() => vi.advanceTimersByTimeAsync(minutes * 60_000))
const begin = (now = NOW) => vi.useFakeTimers({ shouldAdvanceTime: true, now })
const status = () => within(screen.getByRole('region', { name: 'Survey Information' }))
const submitButton = () => screen.queryByRole('button', { name: 'Submit Survey' })

test('a survey whose time runs out while it is open says so, and takes nothing more; what was typed can be read', async () => {
  begin()
  const calls = serve({ end_date: LAST_DAY })
  open()
  await user.type(await field(/teaching/), 'Much better by now')
  expect(screen.getByText('1 minute')).toBeTruthy()
  expect(status().getByText('Active')).toBeTruthy()
  await later(1)
  expect(screen.getByText('Less than a minute')).toBeTruthy()
  expect(submitButton()).toHaveProperty('disabled', false)
  await later(1)
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This survey has expired'))
  expect(status().getByText('Expired')).toBeTruthy()
  expect(submitButton()).toBeNull()
  const own = within(screen.getByRole('region', { name: 'Your answers' }))
  expect(own.getByText('Much better by now')).toBeTruthy()
  expect(own.getByRole('button', { name: 'Discard' })).toBeTruthy()
  expect(sentTo(calls, feedbackResponses.submit)).toEqual([])
  expect(screen.queryByText('Not submitted yet: kept on this device.')).toBeNull()
  // The survey stays expired, whatever the server's clock says.
  await later(2)
  expect(submitButton()).toBeNull()
})

test('what is on its way when the time runs out is not taken from the screen', async () => {
  begin()
  serve({ end_date: LAST_DAY })
  served([feedbackResponses.submit, HELD])
  const { router } = open()
  await user.type(await field(/teaching/), 'Good')
  await user.click(submitButton() as HTMLElement)
  const call = await held(feedbackResponses.submit)
  await later(2)
  expect(screen.getByRole('button', { name: 'Submitting...' })).toHaveProperty('disabled', true)
  call.answer(refuse(503, 'Busy'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/student-feedback'))
})

test('a survey that is moved on at its end goes on', async () => {
  begin()
  serve({ end_date: LAST_DAY })
  open()
  await user.type(await field(/teaching/), 'Good')
  serve({ end_date: '2026-03-03' })
  await later(2)
  await waitFor(() => expect(screen.getByText(/^23 hours/)).toBeTruthy())
  expect(await field(/teaching/)).toHaveProperty('value', 'Good')
  expect(submitButton()).toHaveProperty('disabled', false)
})

test('of a survey that the server calls open no clock of a device keeps a student out', async () => {
  begin(new Date('2026-03-05T08:00:00Z'))
  serve({ end_date: LAST_DAY })
  open()
  await user.type(await field(/teaching/), 'Good')
  expect(screen.getByText('Expired, by the clock of this device')).toBeTruthy()
  expect(submitButton()).toHaveProperty('disabled', false)
})

test('without the server the clock of the device is what there is', async () => {
  begin()
  serve({ end_date: LAST_DAY })
  const { unmount } = open()
  await field(/teaching/)
  unmount()
  vi.setSystemTime(new Date('2026-03-05T08:00:00Z'))
  served([feedbackSurveys.readWithQuestions, refuse(503, 'Busy')])
  open()
  expect((await screen.findByRole('alert')).textContent).toBe('This survey has expired')
  expect(submitButton()).toBeNull()
})
