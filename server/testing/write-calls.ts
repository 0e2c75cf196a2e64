import { randomBytes } from 'node:crypto'
import { afterAll } from 'vitest'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import { can } from '../../shared/permissions.ts'
import { openLogin } from '../core/login.ts'
import { hashPassword } from '../core/passwords.ts'
import { openPusher } from '../core/push.ts'
import type { SecurityEvent } from '../core/security-log-rows.ts'
import { unfurnished } from './college.ts'
import { nameOf } from './foreign.ts'
import { type Fields, onlyDeclared, withForged } from './forged.ts'
import { schemaOf } from './id-places.ts'
import { leastOf } from './least.ts'
import { countFrom } from './make/adding.ts'
import { oneOfEach } from './one-of-each.ts'
import { startProvider } from './provider.ts'
import { type StoredRows, storedOf } from './put-back.ts'
import { smallPdf } from './small-pdf.ts'
import { walked } from './walked.ts'
import type { Arrangement, CallNeeds } from './walks.ts'

const PREPARED = walked('prepared')
const ROLES = ['admin', 'student'] as const
const PASSWORD = 'Correct1'
/** More than any test file has made records. */
const NAMED_SO_FAR = 10_000

export interface WriteCall {
  name: string
  endpoint: Endpoint
  /** Tells whether JSON is sent where a form could be. */
  where: 'body' | 'json'
  role: (typeof ROLES)[number]
}

/** Actions that everybody does for themselves. */
const OF_ONESELF = ['public', 'account:own', 'today:read', 'calendar:own', 'notices:own']
const mayCall = (role: (typeof ROLES)[number], { action }: Endpoint) =>
  OF_ONESELF.includes(action) ? role === 'student' : can([role], action)

/** Every POST, PUT and PATCH, as an administrator and as a student where they may. */
export const WRITE_CALLS: WriteCall[] = declaredEndpoints
  .filter(({ method }) => method !== 'GET' && method !== 'DELETE')
  .flatMap((endpoint) =>
    ROLES.filter((role) => mayCall(role, endpoint)).flatMap((role): WriteCall[] => [
      { endpoint, role, where: 'body', name: nameOf(endpoint) },
      ...(endpoint.json ? [{ endpoint, role, where: 'json' as const, name: `${nameOf(endpoint)} json` }] : []),
    ]),
  )

export const isForm = ({ endpoint, where }: WriteCall) => endpoint.upload !== undefined && where === 'body'

async function encoded({ upload }: Endpoint, fields: Fields, { file }: CallNeeds) {
  const form = new FormData()
  for (const [field, value] of Object.entries(fields))
    form.set(field, typeof value === 'object' ? JSON.stringify(value) : String(value))
  const content = new Blob([file?.content ?? new Uint8Array(smallPdf())])
  if (upload) form.set(upload.most > 1 ? `${upload.field}[0]` : upload.field, content, file?.name ?? 'work.pdf')
  const body = new Response(form)
  return { type: body.headers.get('content-type') ?? '', payload: Buffer.from(await body.arrayBuffer()) }
}

/** A college in which each call finds the same, whatever was called before; called once, at the top of a file. */
export async function writeCalls() {
  const identity = await startProvider()
  afterAll(identity.close)
  const { environment } = identity
  const mail = { publicUrl: environment.PUBLIC_URL, send: async () => undefined }
  const push = openPusher({ MAIL_FROM: 'elog@college.test', PUBLIC_URL: undefined }, randomBytes(32))
  const at = await unfurnished({ environment, mail, ...(push ? { push } : {}) })
  // Mails stay in the queue.
  await at.jobs.stop()

  const own = await oneOfEach(at, (what) => `Own ${what}`)
  const another = await at.make.student(await at.make.batch())
  const admin = await at.make.person('admin')
  await at.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(PASSWORD) })
    .execute()
  const signedIn = async (id: number): Promise<Arrangement['caller']> => {
    const { email } = await at.db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirstOrThrow()
    const token = await at.db.transaction().execute((tx) => openLogin(tx, id, undefined))
    return { id, email: email ?? '', password: PASSWORD, token }
  }
  const callers = { admin: await signedIn(admin), student: await signedIn(own.userOfStudent) }

  // It is written after the answer, and what is alike is counted together: here it is told by the address of each call.
  const noted = new Map<string | null, Omit<SecurityEvent, 'address'>[]>()
  at.app.securityLog.note = ({ address, ...event }) => {
    noted.set(address, [...(noted.get(address) ?? []), event])
  }

  const { look, putBack } = await storedOf(at.db)
  const base = await look()

  /** Sends a call that is carried out, with these fields that it has not asked for, and puts back what it has written. */
  const carryOut = async (call: WriteCall, address: string, forged: Fields = {}) => {
    countFrom(NAMED_SO_FAR)
    let after: StoredRows | undefined
    try {
      const answered = await send(call, address, forged)
      after = answered.after
      return answered
    } finally {
      await putBack(base, after ?? (await look()))
    }
  }

  const send = async (call: WriteCall, address: string, forged: Fields) => {
    const { name, endpoint, where, role } = call
    const caller = callers[role]
    const prepared = (await PREPARED[name]?.({ at, own, caller, identity, forged })) ?? {}
    // Asked for only where nothing is forged yet.
    const before = Object.keys(forged).length > 0 ? base : await look()
    const named = { ...own, ids: { ...own.ids, ...prepared.ids } }
    const least = (part: 'params' | 'body' | 'json') => {
      const schema = schemaOf(endpoint, part)
      return schema ? (leastOf(endpoint, '', schema, named) as Fields) : {}
    }
    const params = { ...least('params'), ...prepared.params } as Record<string, string>
    const schema = schemaOf(endpoint, where)
    const fields = withForged({ ...least(where), ...onlyDeclared(prepared.body, schema) }, schema, forged) as Fields
    // Declared, and yet not the student's to say.
    if (endpoint.ownStudent && role === 'student' && Object.keys(forged).length > 0)
      fields[endpoint.ownStudent] = another.id
    const query = prepared.query ? `?${new URLSearchParams(prepared.query)}` : ''
    const json = { type: 'application/json', payload: fields }
    const { type, payload } = isForm(call) ? await encoded(endpoint, fields, prepared) : json
    const answer = await at.app.inject({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/:(\w+)/g, (_, one: string) => params[one] ?? '1')}${query}`,
      headers: {
        'content-type': type,
        'x-forwarded-for': address,
        ...(endpoint.action === 'public' ? {} : { authorization: `Bearer ${caller.token}` }),
        ...prepared.headers,
      },
      payload,
    })
    await prepared.settled?.()
    // An import answers line by line, first how far it is.
    const lines = answer.body.trimEnd().split('\n')
    const reply = { lines: lines.map((line) => JSON.parse(line)).filter(({ type: line }) => line !== 'progress') }
    return { status: answer.statusCode, reply, before, after: await look() }
  }

  return { at, noted, carryOut }
}
