import fc from 'fast-check'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { openLogin } from '../core/login.ts'
import type { TestApp } from './app.ts'
import { HOSTILE, PROTOTYPE_KEYS } from './hostile.ts'
import { hostileBodies } from './hostile-values.ts'
import { schemaOf } from './id-places.ts'
import { oneOfEach } from './one-of-each.ts'
import { fitting, type KnownIds } from './random-inputs.ts'

/** Calls that would end the login they are made with. */
const ENDS_LOGIN = ['/logout', '/auth/refresh']

/** Writes a query value in forms other than text: twice, as a list, as an object, with a key that every object has. */
const spellings = (name: string) => [
  `${name}=1&${name}=2`,
  `${name}[]=1`,
  `${name}[toString]=1`,
  `${name}[a][b]=1`,
  `${name}=%5Bobject+Object%5D`,
  `${name}=${encodeURIComponent(JSON.stringify({ toString: 1 }))}`,
]

/**
 * Sends every declared call its own inputs with hostile values in them, as an administrator and as a student, each
 * `every`-th of all that there are. Returns how many were sent, and what was answered with a 5xx.
 */
export async function sendHostileCalls(at: TestApp, every: number) {
  const made = await oneOfEach(at, (what) => `Hostile ${what}`)
  const admin = await at.make.person('admin')
  const login = (user: number) => at.db.transaction().execute((tx) => openLogin(tx, user, 'test'))
  const tokens = [await login(admin), await login(made.userOfStudent)]
  const known: KnownIds = {
    ids: Object.fromEntries(Object.entries(made.ids).map(([kind, id]) => [kind, [id]])),
    fileNames: [made.fileName],
  }
  const broken: string[] = []
  let sent = 0
  let turn = 0
  const send = async ({ method }: Endpoint, url: string, what: string, body?: unknown) => {
    turn += 1
    if (turn % every !== 0) return
    for (const token of tokens) {
      sent += 1
      const answer = await at.app.inject({
        method,
        url,
        headers: {
          authorization: `Bearer ${token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      })
      if (answer.statusCode >= 500) broken.push(`${answer.statusCode} ${method} ${url}: ${what}`)
    }
  }
  for (const declared of declaredEndpoints) {
    if (ENDS_LOGIN.includes(declared.path)) continue
    const schema = schemaOf(declared, 'params')
    const [params = {}] = schema ? fc.sample(fitting(declared, known, '', schema), { seed: 7, numRuns: 1 }) : []
    const given = params as Record<string, string>
    const path = `/api${declared.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(given[name] ?? '1'))}`
    for (const { what, body } of hostileBodies(declared, known)) await send(declared, path, what, body)
    for (const name of [...Object.keys(schemaOf(declared, 'query')?.properties ?? {}), ...PROTOTYPE_KEYS, '__proto__'])
      for (const query of spellings(name)) await send(declared, `${path}?${query}`, 'query')
    for (const value of [...PROTOTYPE_KEYS, '__proto__', JSON.stringify(HOSTILE[0])])
      await send(
        declared,
        `/api${declared.path.replace(/:\w+/g, encodeURIComponent(value))}`,
        'params',
        declared.method === 'GET' ? undefined : {},
      )
  }
  return { sent, broken }
}
