import * as z from 'zod/mini'
import { credential, endpoint } from '../endpoint.ts'
import { LoginAnswer } from './auth.ts'

/** The page of the browser's app that the identity provider leads back to. */
export const PROVIDER_RETURN = '/signed-in-elsewhere'

/** Longer than any provider's. */
const QUERY_MAX = 8000

const FinishInput = z.object({
  /** All that the provider wrote behind that page's address. */
  query: z.string('query is required').check(z.minLength(1, 'query is required'), z.maxLength(QUERY_MAX)),
})

export const provider = {
  begin: endpoint({
    method: 'POST',
    path: '/auth/provider',
    goesOn: 'sign-in',
    summary:
      'Where to sign in with the college’s identity provider (OpenID Connect), for this browser, within ten minutes',
    action: 'public',
    vital: true,
    reply: z.object({ location: credential }),
    failure: 'Login failed',
  }),
  finish: endpoint({
    method: 'POST',
    path: '/auth/provider/finish',
    goesOn: 'sign-in',
    summary: 'Sign in with what the identity provider has answered to this browser',
    action: 'public',
    vital: true,
    body: FinishInput,
    reply: LoginAnswer,
    failure: 'Login failed',
  }),
}
