import * as z from 'zod/mini'
import { isAddressList } from '../email-address.ts'
import { credential, post } from '../endpoint.ts'
import { optionalLine, orNothing } from '../fields.ts'

/** Addresses that are told by mail. */
const ALERT_MAILS = 5

/** True for an address over TLS, without a name to sign in with. */
function isSecureAddress(text: string): boolean {
  const url = URL.parse(text)
  return url !== null && url.protocol === 'https:' && url.username === '' && url.password === '' && url.hash === ''
}

const placeOf = (name: string, example: string) =>
  optionalLine(name, 500).check(orNothing(isSecureAddress, `${name} must be an address such as ${example}`))

export const AlertsInput = z.object({
  alert_mail: optionalLine('Mail addresses', 500).check(
    orNothing(isAddressList, 'Mail addresses must be email addresses, separated by commas'),
    orNothing((text) => text.split(',').length <= ALERT_MAILS, `Mail addresses must be at most ${ALERT_MAILS}`),
  ),
  alert_webhook: placeOf('Webhook', 'https://alerts.example.org/elog'),
  heartbeat_url: placeOf('Sign of life', 'https://hc.example.org/ping/1234'),
})

export const concerns = {
  key: post('/concerns/key', {
    goesOn: 'tidying',
    summary: 'The key with which the receiver of the webhook checks the signature (Standard Webhooks)',
    action: 'settings:write',
    reply: z.object({ data: z.object({ secret: credential }) }),
    failure: 'Failed to fetch the key',
  }),
  test: post('/concerns/test', {
    goesOn: 'tidying',
    aDay: { most: 20, noun: 'test alerts' },
    summary: 'Send a test to each place that is told when something is wrong, and say what came of it',
    action: 'settings:write',
    reply: z.object({
      data: z.object({
        places: z.array(
          z.object({ place: z.enum(['mail', 'webhook', 'heartbeat']), is_sent: z.boolean(), message: z.string() }),
        ),
      }),
    }),
    failure: 'Failed to send the test',
  }),
}
