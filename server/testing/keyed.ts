import { openLogin } from '../core/login.ts'
import type { TestApp } from './app.ts'

/** A new login of an account, whose posts carry the Idempotency-Key that they are given. */
export async function keyedPoster(at: TestApp, userId: number) {
  const token = await at.db.transaction().execute((tx) => openLogin(tx, userId, undefined))
  return async (path: string, payload: object, key?: string) => {
    const answer = await at.app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { authorization: `Bearer ${token}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
      payload,
    })
    return { status: answer.statusCode, body: answer.json() }
  }
}
