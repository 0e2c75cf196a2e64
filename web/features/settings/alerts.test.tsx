import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { concerns } from '../../../shared/contract/concerns.ts'
import { settings } from '../../../shared/contract/settings.ts'
import { bodiesTo, refuse, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { sampledReply } from '../../testing/sampled.ts'
import { SettingsPage } from './SettingsPage.tsx'

const { data: sample } = sampledReply(settings.read, {}) as { data: object }
const NOWHERE = { alert_mail: null, alert_webhook: null, heartbeat_url: null, environment: {} }
const shown = (more: object) => ({ data: { ...sample, logo: null, logo_digest: null, ...NOWHERE, ...more } }) as never

beforeEach(() => {
  sessionStorage.clear()
  signedIn(['admin'])
})

// The page takes over the college's name and logo.
afterEach(() => {
  for (const tag of document.querySelectorAll('meta')) tag.remove()
})

test('places are saved, the key is shown, and a test tells of each what came of it', async () => {
  const calls = served([settings.read, shown({})])
  renderPage(<SettingsPage />, '/settings')
  const part = within(await screen.findByRole('region', { name: 'Alerts' }))
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send a test alert' }).disabled).toBe(true)
  await userEvent.type(part.getByLabelText('Webhook'), 'http://alerts.example.org')
  await userEvent.click(part.getByRole('button', { name: 'Save alerts' }))
  expect(part.getByText('Webhook must be an address such as https://alerts.example.org/elog')).toBeTruthy()

  const saved = shown({ alert_webhook: 'https://alerts.example.org/' })
  served([settings.saveAlerts, saved], [settings.read, saved])
  await userEvent.clear(part.getByLabelText('Webhook'))
  await userEvent.type(part.getByLabelText('Webhook'), 'https://alerts.example.org/')
  await userEvent.click(part.getByRole('button', { name: 'Save alerts' }))
  served([concerns.key, { data: { secret: 'whsec_abc' } }])
  await userEvent.click(await screen.findByRole('button', { name: 'Show the webhook’s key' }))
  expect(await screen.findByText('whsec_abc')).toBeTruthy()
  expect(bodiesTo(calls, settings.saveAlerts)).toEqual([
    { alert_mail: '', alert_webhook: 'https://alerts.example.org/', heartbeat_url: '' },
  ])

  const message = 'The webhook was not heard. It answered 503.'
  served([concerns.test, { data: { places: [{ place: 'webhook', is_sent: false, message }] } }])
  await userEvent.click(screen.getByRole('button', { name: 'Send a test alert' }))
  expect(await screen.findByText(message)).toBeTruthy()
  served([concerns.test, refuse(409, 'Nobody is told yet. Save a place first.')])
  await userEvent.click(screen.getByRole('button', { name: 'Send a test alert' }))
  expect(await screen.findByText('Nobody is told yet. Save a place first.')).toBeTruthy()
})

test('a place that the environment sets is read only, and is not sent', async () => {
  const environment = { alert_webhook: 'ALERT_WEBHOOK' }
  const calls = served(
    [settings.read, shown({ environment, alert_webhook: 'http://alerts.lan' })],
    [settings.saveAlerts, shown({})],
  )
  renderPage(<SettingsPage />, '/settings')
  const part = within(await screen.findByRole('region', { name: 'Alerts' }))
  expect(part.getByLabelText<HTMLInputElement>('Webhook').disabled).toBe(true)
  await userEvent.type(part.getByLabelText('Mail addresses'), 'dean@college.test')
  await userEvent.click(part.getByRole('button', { name: 'Save alerts' }))
  await expect
    .poll(() => bodiesTo(calls, settings.saveAlerts))
    .toEqual([{ alert_mail: 'dean@college.test', heartbeat_url: '' }])
})
