import type { FastifyBaseLogger } from 'fastify'
import type { Configuration } from 'openid-client'
import { PROVIDER_RETURN } from '../../../shared/contract/provider.ts'
import { HttpError, notFound, unauthenticated, unavailable } from '../../core/errors.ts'
import type { Settings } from '../../settings.ts'

/** The seconds that the provider may take for each of its up to four answers: the browser waits ten. */
const PATIENCE_SECONDS = 4

/** A class that signs in at once asks the provider once for its addresses. */
const ASKED_ANEW_MS = 5000

/** The state that a browser remembers while its person is with the provider. */
export interface SignInState {
  state: string
  nonce: string
  verifier: string
}

export interface Provider {
  /** @throws 503 when the provider can't be reached */
  begin(): Promise<{ location: string; begun: SignInState }>
  /** The email that the provider vouches for. @throws 401 when it does not, 503 when it can't be reached */
  finish(query: string, begun: SignInState): Promise<string>
}

/** Loaded on demand: a college without an identity provider does not need it. */
const openid = () => import('openid-client')

const refused = (message: string) => unauthenticated(message)
const failed = () => refused('The sign-in could not be checked. Please begin again.')

type Claims = Readonly<Record<string, unknown>>

/**
 * Returns the email only when the provider says to have checked it: somebody who may write any email into a profile
 * there would be anybody here.
 */
function verifiedEmail({ email, email_verified }: Claims): string {
  if (typeof email !== 'string' || email === '') throw refused('Your account there has no email address.')
  if (email_verified !== true)
    throw refused('The email address of your account there is not verified. Please contact the administrator.')
  return email
}

/**
 * The identity provider that the settings name; asked for its addresses when a sign-in begins, and not at the start. So
 * nobody is led to one that has been away for long.
 */
export function openProvider(settings: Settings, log: Pick<FastifyBaseLogger, 'warn'>): Provider {
  const { OIDC_ISSUER, OIDC_CLIENT_ID = '', OIDC_CLIENT_SECRET, OIDC_NAME, PUBLIC_URL } = settings
  let known: { config: Configuration; at: number } | undefined
  let asking: Promise<Configuration> | undefined

  function away(error: unknown): HttpError {
    log.warn({ err: error }, 'the identity provider of OIDC_ISSUER does not answer as it should')
    return unavailable(`“${OIDC_NAME}” does not work just now. Please try again, or log in with your password.`)
  }

  async function ask(): Promise<Configuration> {
    if (!OIDC_ISSUER) throw notFound('Sign-in')
    const issuer = new URL(OIDC_ISSUER)
    const client = await openid()
    // The settings let none through but on the loopback.
    const execute = issuer.protocol === 'http:' ? [client.allowInsecureRequests] : []
    const options = { execute, timeout: PATIENCE_SECONDS }
    try {
      const config = await client.discovery(issuer, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET, undefined, options)
      known = { config, at: Date.now() }
      return config
    } catch (error) {
      known = undefined
      throw away(error)
    } finally {
      asking = undefined
    }
  }

  async function open(): Promise<Configuration> {
    if (known && Date.now() - known.at < ASKED_ANEW_MS) return known.config
    asking ??= ask()
    return asking
  }

  /** Tells errors of an exchange that are the sender's fault from those of the provider or the settings. */
  async function refusalOf(error: unknown): Promise<HttpError> {
    const { AuthorizationResponseError, ResponseBodyError } = await openid()
    if (error instanceof AuthorizationResponseError) return refused('You were not signed in there. Please begin again.')
    if (error instanceof ResponseBodyError) return error.error === 'invalid_grant' ? failed() : away(error)
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isAway = code === 'OAUTH_TIMEOUT' || code === 'OAUTH_RESPONSE_IS_NOT_CONFORM' || error instanceof TypeError
    return isAway && code !== 'ERR_INVALID_ARG_VALUE' ? away(error) : failed()
  }

  const redirect_uri = PUBLIC_URL ? new URL(PROVIDER_RETURN, PUBLIC_URL).href : ''
  return {
    begin: async () => {
      const config = await open()
      const client = await openid()
      const begun = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        verifier: client.randomPKCECodeVerifier(),
      }
      const location = client.buildAuthorizationUrl(config, {
        redirect_uri,
        scope: 'openid email',
        state: begun.state,
        nonce: begun.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(begun.verifier),
        code_challenge_method: 'S256',
      })
      return { location: location.href, begun }
    },

    finish: async (query, { state, nonce, verifier }) => {
      const config = known?.config ?? (await open())
      const client = await openid()
      const answered = new URL(redirect_uri)
      answered.search = query
      try {
        const checks = { expectedState: state, expectedNonce: nonce, pkceCodeVerifier: verifier, idTokenExpected: true }
        const tokens = await client.authorizationCodeGrant(config, answered, checks)
        const claims = tokens.claims()
        if (!claims) throw failed()
        // Many tell the email only when asked for it.
        const more =
          claims.email === undefined ? await client.fetchUserInfo(config, tokens.access_token, claims.sub) : {}
        return verifiedEmail({ ...claims, ...more })
      } catch (error) {
        throw error instanceof HttpError ? error : await refusalOf(error)
      }
    },
  }
}
