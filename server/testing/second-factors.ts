import { Secret, TOTP } from 'otpauth'
import type { TestApp } from './app.ts'

const STEP_MS = 30_000

/** The code that an authenticator app shows for a secret, so many steps of time from now. */
export const codeOf = (secret: string, steps = 0): string =>
  TOTP.generate({ secret: Secret.fromBase32(secret), timestamp: Date.now() + steps * STEP_MS })

/** A code that is none of the next or former minutes. */
export function wrongCodeOf(secret: string): string {
  const right = new Set([-3, -2, -1, 0, 1, 2, 3].map((steps) => codeOf(secret, steps)))
  for (let n = 0; ; n += 1) {
    const code = String(n).padStart(6, '0')
    if (!right.has(code)) return code
  }
}

/** Lets codes of the present step be taken again, as half a minute later those of the next would be. */
export const laterOn = (at: TestApp, userId: number) =>
  at.db.updateTable('second_factors').set({ last_step: 1 }).where('user_id', '=', userId).execute()

/** Switches on the second factor of the person with this token. @returns the secret, and the recovery codes */
export async function switchOn(at: TestApp, token: string, password = 'Correct1') {
  const headers = { authorization: `Bearer ${token}` }
  const post = async (path: string, payload: object = {}) =>
    (await at.app.inject({ method: 'POST', url: `/api/auth/second-factor${path}`, headers, payload })).json().data
  const { secret, uri } = (await post('')) as { secret: string; uri: string }
  const confirmed = await post('/confirm', { current_password: password, code: codeOf(secret) })
  return { secret, uri, codes: confirmed.recovery_codes as string[] }
}
