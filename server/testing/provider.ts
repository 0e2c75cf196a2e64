import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

import { PROVIDER_RETURN } from '../../shared/contract/provider.ts'
import { CLIENT } from './provider-client.ts'

export const PUBLIC_URL = 'https://elog.test'

/** The person who is signed in at the provider, as it tells them. */
export interface ProviderPerson {
  email?: string
  email_verified?: boolean
}

/** The real `oidc-provider`, at which somebody signs in by being there; for an app at this address. */
export async function startProvider({ port = 0, publicUrl = PUBLIC_URL, told = {} as ProviderPerson } = {}) {
  const back = publicUrl + PROVIDER_RETURN
  const server: Server = createServer()
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let person = told
  let isAway = false
  let asked = 0
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [back] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'] },
    features: { devInteractions: { enabled: false } },
    cookies: { keys: ['a key of the test'] },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    findAccount: (_ctx, accountId) => ({ accountId, claims: () => ({ sub: accountId, ...person }) }),
    loadExistingGrant: async (ctx) => {
      const grant = new ctx.oidc.provider.Grant({
        clientId: ctx.oidc.client?.clientId ?? '',
        accountId: ctx.oidc.session?.accountId ?? '',
      })
      grant.addOIDCScope('openid email')
      await grant.save()
      return grant
    },
  })
  const answer = provider.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/.well-known/')) asked += 1
    if (isAway) return void response.writeHead(503).end('away')
    if (!request.url?.startsWith('/interaction/')) return void answer(request, response)
    const result = { login: { accountId: 'somebody' } }
    void provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
  })
  return {
    environment: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.id,
      OIDC_CLIENT_SECRET: CLIENT.secret,
      PUBLIC_URL: publicUrl,
    },
    issuer,
    close: () => void server.close(),
    /** Returns how many times it was asked for its addresses. */
    timesAsked: () => asked,
    /** Makes it answer nothing of use. */
    setAway: (away: boolean) => {
      isAway = away
    },
    /** Follows the way of a browser when this person signs in there. @returns what stands behind the way back's `?` */
    signIn: async (location: string, told: ProviderPerson): Promise<string> => {
      person = told
      const cookies = new Map<string, string>()
      let next = location
      for (let steps = 0; steps < 10; steps += 1) {
        const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
        const led = await fetch(next, { redirect: 'manual', headers: { cookie } })
        for (const one of led.headers.getSetCookie()) {
          const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? []
          cookies.set(name, value)
        }
        next = new URL(led.headers.get('location') ?? '', next).href
        if (next.startsWith(`${back}?`)) return next.slice(back.length + 1)
      }
      throw new Error(`The provider leads nowhere: ${next}`)
    },
  }
}
