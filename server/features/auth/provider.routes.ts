import { parseCookie, stringifySetCookie } from 'cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { provider as contract } from '../../../shared/contract/provider.ts'
import { unauthenticated } from '../../core/errors.ts'
import { networkOf } from '../../core/networks.ts'
import { isSignature, sign } from '../../core/secrets.ts'
import { knowPerson } from '../../core/security-log.ts'
import { keepDevice, newDevice, readDevice } from '../../http/device-cookie.ts'
import { type Routes, routes } from '../../http/routes.ts'
import type { Services } from '../../http/services.ts'
import { findByEmail } from '../accounts/reads.ts'
import { throttledByNetwork } from '../accounts/throttle.writes.ts'
import { openProvider, type SignInState } from './provider.ts'
import { openingOf } from './rules.ts'
import { signInByProvider } from './writes.ts'

const NAME = 'clinical_elog_provider'
const MINUTES = 10
/** A device's cookie is signed with the same secret, and could be none of these. */
const signed = (payload: string) => `provider:${payload}`

const stale = () => unauthenticated('This sign-in was begun elsewhere, or too long ago. Please begin again.')

function setCookie(value: string, maxAge: number, request: FastifyRequest, reply: FastifyReply, services: Services) {
  const cookie = stringifySetCookie({
    name: NAME,
    value,
    path: '/api/auth/provider',
    maxAge,
    httpOnly: true,
    // The page that the provider leads back to sends it by a call of its own.
    sameSite: 'strict',
    secure: request.protocol === 'https' || services.settings.PUBLIC_URL?.startsWith('https:') === true,
  })
  reply.header('set-cookie', cookie)
}

/** Returns the sign-in that this browser began here, not long ago. @throws 401 */
function readBegun(request: FastifyRequest, { deviceSecret }: Services): SignInState {
  const [payload = '', signature = ''] = (parseCookie(request.headers.cookie ?? '')[NAME] ?? '').split('.')
  if (!isSignature(deviceSecret, signed(payload), signature)) throw stale()
  const { until, ...begun } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as SignInState & {
    until: number
  }
  if (until < Date.now()) throw stale()
  return begun
}

export const providerRoutes: Routes = (app, services) => {
  const identity = openProvider(services.settings, app.log)
  const joined = routes(contract, {
    begin: async ({ request, reply }) => {
      const { location, begun } = await identity.begin()
      const remembered = JSON.stringify({ ...begun, until: Date.now() + MINUTES * 60_000 })
      const payload = Buffer.from(remembered).toString('base64url')
      const value = `${payload}.${sign(services.deviceSecret, signed(payload))}`
      setCookie(value, MINUTES * 60, request, reply, services)
      return { location }
    },

    finish: async ({ db, write, body, request, reply }) => {
      // A sign-in that was not begun here says nothing about guessing, and costs nothing.
      const begun = readBegun(request, services)
      const known = readDevice(request, services)
      const email = await throttledByNetwork(db, { network: networkOf(request), device: known?.hash }, () =>
        identity.finish(body.query, begun),
      )
      // Once: a code that is sent again finds nothing that it belongs to.
      setCookie('', 0, request, reply, services)
      const account = await findByEmail(db, email)
      if (!account)
        throw unauthenticated(`Nobody at Clinical eLog has the email ${email}. Please contact the administrator.`)
      knowPerson(request, account)
      const device = known ?? newDevice(services)
      const answer = await write((tx) => signInByProvider(tx, account.id, device.hash, openingOf(request)))
      keepDevice(device, request, reply, services)
      return answer
    },
  })
  joined(app, services)
}
