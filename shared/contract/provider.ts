import * as z from 'zod/mini'
import { credential, post } from '../endpoint.ts'
import { LoginAnswer } from './auth.ts'

/** The page to which the identity provider leads back. */
export const PROVIDER_RETURN = '/signed-in-elsewhere'

/** Longer than the query of any provider. */
const QUERY_MAX = 8000

const FinishInput = z.object({
  /** The query that the provider wrote into that page's address. */
  query: z.string('query is required').check(z.minLength(1, 'query is required'), z.maxLength(QUERY_MAX)),
})

export const provider = {
  begin: post('/auth/provider', {
    goesOn: 'sign-in',
    summary:
      'Where to sign in with the college’s identity provider (OpenID Connect), for this browser, within ten minutes',
    action: 'public',
    vital: true,
    reply: z.object({ location: credential }),
    failure: 'Login failed',
  }),
  finish: post('/auth/provider/finish', {
    goesOn: 'sign-in',
    summary: 'Sign in with what the identity provider has answered to this browser',
    action: 'public',
    vital: true,
    body: FinishInput,
    reply: LoginAnswer,
    failure: 'Login failed',
  }),
}
