import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'

const { admin, principal, at } = await furnished()
const { admin: operator } = await furnished({ environment: { ALERT_WEBHOOK: 'http://alerts.lan/elog' } })

const keyOf = async (caller: typeof admin) => (await caller.post('/concerns/key')).body.data.secret
const save = (body: object) => admin.put('/settings/alerts', body)

test('places are chosen on the screen, over TLS alone, and stand in the trail', async () => {
  const webhook = 'Webhook must be an address such as https://alerts.example.org/elog'
  const life = 'Sign of life must be an address such as https://hc.example.org/ping/1234'
  for (const address of [
    'http://alerts.example.org/',
    'https://user:word@alerts.example.org/',
    'ftp://x.org',
    'alerts',
  ])
    expect((await save({ alert_webhook: address, heartbeat_url: address })).body.errors).toEqual({
      alert_webhook: [webhook],
      heartbeat_url: [life],
    })
  expect((await save({ alert_mail: 'dean@college.test, nobody' })).body.errors).toEqual({
    alert_mail: ['Mail addresses must be email addresses, separated by commas'],
  })
  const six = Array.from({ length: 6 }, (_, n) => `dean${n}@college.test`).join(',')
  expect((await save({ alert_mail: six })).body.errors).toEqual({ alert_mail: ['Mail addresses must be at most 5'] })

  const chosen = { alert_mail: 'dean@college.test', alert_webhook: 'https://alerts.example.org/elog' }
  const { data } = (await save(chosen)).body
  expect(data).toMatchObject({ ...chosen, heartbeat_url: null })
  const key = await keyOf(admin)
  expect(key).toMatch(/^whsec_/)
  await save({ alert_webhook: 'https://alerts.example.org/other' })
  expect(await keyOf(admin)).not.toBe(key)
  const trail = await at.db.selectFrom('audit').select('changes').where('entity', '=', 'college_settings').execute()
  expect(trail.map(({ changes }) => changes)).toContainEqual(
    expect.objectContaining({ alert_mail: [null, 'dean@college.test'] }),
  )
  expect((await save({ alert_mail: '', alert_webhook: null })).body.data).toMatchObject({
    alert_mail: null,
    alert_webhook: null,
  })
  expect((await admin.post('/concerns/key')).body.message).toBe('Save a webhook first.')
  expect((await admin.post('/concerns/test')).body.message).toBe('Nobody is told yet. Save a place first.')
})

test('nobody else reads the key or changes a place; what the environment sets stays', async () => {
  expect((await principal.put('/settings/alerts', { alert_mail: 'me@college.test' })).status).toBe(403)
  for (const path of ['key', 'test']) expect((await principal.post(`/concerns/${path}`)).status).toBe(403)
  const shown = (await operator.get('/settings')).body.data
  expect(shown).toMatchObject({
    alert_webhook: 'http://alerts.lan/elog',
    environment: { alert_webhook: 'ALERT_WEBHOOK' },
  })
  const refused = await operator.put('/settings/alerts', { alert_webhook: 'https://elsewhere.example.org/' })
  expect(refused.body.errors).toEqual({ alert_webhook: ['Set by ALERT_WEBHOOK in the environment.'] })
})

test('a place of the own network that was chosen on the screen is not called', async () => {
  await save({ heartbeat_url: 'https://127.0.0.1:8443/' })
  const { body } = await admin.post('/concerns/test')
  expect(body.data.places).toEqual([
    {
      place: 'heartbeat',
      is_sent: false,
      message:
        'The sign of life was not heard. Only addresses of the internet are called; another one can be set in the environment.',
    },
  ])
  await save({ heartbeat_url: null })
})
