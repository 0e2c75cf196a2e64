import { expect } from 'vitest'
import { openLogin } from '../../core/login.ts'
import type { Db } from '../../db/types.ts'
import { keptJobs } from '../../testing/jobs.ts'
import { codeOf, laterOn, switchOn } from '../../testing/second-factors.ts'
import type { Prepare, Walks } from '../../testing/walks.ts'
import { issueEmailLink, renewEmailLink } from '../accounts/own-email.writes.ts'
import { issueReset } from '../accounts/passwords.writes.ts'
import { readPasswordHash } from '../accounts/reads.ts'

const PASSWORD = 'Another-way1'

const unname = (db: Db, id: number) => db.updateTable('users').set({ email: null }).where('id', '=', id).execute()

const secured: Prepare = async ({ at, caller }) => {
  const { secret } = await switchOn(at, caller.token, caller.password)
  await laterOn(at, caller.id)
  return { body: { current_password: caller.password, code: codeOf(secret) } }
}

export const walks: Walks = {
  kinds: {
    login: {
      make: async ({ db, student, tell }) => {
        await db.transaction().execute((tx) => openLogin(tx, student.userId, tell('browser')))
        const login = await db
          .selectFrom('logins')
          .select('id')
          .where('user_id', '=', student.userId)
          .orderBy('id', 'desc')
          .executeTakeFirstOrThrow()
        return login.id
      },
      hiddenBeside: 'from all',
      isOwn: true,
    },
  },
  ids: { '/auth/logins': 'login' },
  prepared: {
    'POST /login': ({ caller }) => ({ body: { email: caller.email, password: caller.password } }),
    'POST /auth/forgot-password': ({ at, caller }) => ({
      body: { email: caller.email },
      settled: () => expect.poll(() => keptJobs(at.db)).toHaveLength(1),
    }),
    'POST /auth/reset-password': async ({ at, caller }) => {
      const mailed = await at.db.transaction().execute((tx) => issueReset(tx, caller.id))
      return { body: { token: mailed?.token, password: PASSWORD } }
    },
    'POST /auth/email': async ({ at, caller }) => {
      await unname(at.db, caller.id)
      return { body: { email: 'own@new.test', current_password: caller.password } }
    },
    'POST /auth/email/take': async ({ at, caller }) => {
      await unname(at.db, caller.id)
      const verified = await readPasswordHash(at.db, caller.id)
      const link = await at.db.transaction().execute(async (tx) => {
        const until = await issueEmailLink(tx, { id: caller.id, name: 'Somebody' }, verified, 'own@new.test')
        return renewEmailLink(tx, caller.id, until)
      })
      return { body: { token: link?.token } }
    },
    'POST /auth/change-password': ({ caller }) => ({
      body: { current_password: caller.password, password: PASSWORD },
    }),
    'POST /auth/second-factor/confirm': async ({ at, caller }) => {
      const headers = { authorization: `Bearer ${caller.token}` }
      const begun = await at.app.inject({ method: 'POST', url: '/api/auth/second-factor', headers })
      return { body: { current_password: caller.password, code: codeOf(begun.json().data.secret) } }
    },
    'POST /auth/second-factor/recovery-codes': secured,
    'POST /auth/second-factor/off': secured,
    'POST /auth/second-factor/noted': async ({ at, caller }) => {
      await at.db.updateTable('users').set({ second_factor_reset_by: 'Somebody' }).where('id', '=', caller.id).execute()
      return {}
    },
    'POST /auth/provider/finish': async ({ at, caller, identity }) => {
      const begun = await at.app.inject({ method: 'POST', url: '/api/auth/provider' })
      const query = await identity.signIn(begun.json().location, { email: caller.email, email_verified: true })
      return { body: { query }, headers: { cookie: String(begun.headers['set-cookie']).split(';')[0] ?? '' } }
    },
  },
  writesNothing: { 'POST /auth/provider': 'it leads to the identity provider, with a cookie' },
  goOn: [
    '/login',
    '/logout',
    '/auth/refresh',
    '/auth/forgot-password',
    '/auth/reset-password',
    '/auth/change-password',
    '/auth/email',
    '/auth/email/take',
    '/auth/second-factor',
    '/auth/second-factor/confirm',
    '/auth/second-factor/recovery-codes',
    '/auth/second-factor/off',
    '/auth/second-factor/noted',
    '/auth/provider',
    '/auth/provider/finish',
  ],
}
