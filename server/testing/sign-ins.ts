import { openLogin } from '../core/login.ts'
import { hashPassword } from '../core/passwords.ts'
import type { TestOptions } from './app.ts'
import { unfurnished } from './college.ts'
import type { Fields } from './make/adding.ts'

/** An empty college of people who sign in with the password Correct1, each call from an address of its own. */
export async function signingIn(options?: TestOptions) {
  const at = await unfurnished(options)
  const passwordHash = await hashPassword('Correct1')
  let count = 0
  const newAddress = () => {
    count += 1
    return `10.0.${count >> 8}.${count & 255}`
  }
  const call = async (method: 'GET' | 'POST', path: string, token?: string, payload?: object) => {
    const answer = await at.app.inject({
      method,
      url: `/api${path}`,
      headers: {
        'x-forwarded-for': newAddress(),
        'user-agent': 'a test',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      ...(payload ? { payload } : {}),
    })
    return { status: answer.statusCode, body: answer.json() }
  }
  return {
    at,
    passwordHash,
    newAddress,
    account: async (fields: Fields<'users'> = {}) => {
      count += 1
      const email = `account${count}@college.test`
      return { email, id: await at.make.user({ email, password_hash: passwordHash, ...fields }) }
    },
    /** Opens a login without asking for the password; its token. */
    login: (id: number) => at.db.transaction().execute((tx) => openLogin(tx, id, undefined)),
    call,
    post: (path: string, payload: object, token?: string) => call('POST', path, token, payload),
  }
}
