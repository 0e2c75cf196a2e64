import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { openLogin } from '../core/login.ts'
import { unfurnished } from '../testing/college.ts'
import { listening, speak } from '../testing/sockets.ts'
import { countFiles, form } from '../testing/uploads.ts'
import { sweepKeys } from './idempotency.ts'

const at = await unfurnished()
const port = await listening(at.app)
const adminId = await at.make.person('admin')
const token = await at.db.transaction().execute((tx) => openLogin(tx, adminId, 'test'))

let count = 0
const newName = () => {
  count += 1
  return `Once ${count}`
}
const newKey = () => crypto.randomUUID()

async function post(path: string, key: string | undefined, payload: object, bearer = token) {
  const answer = await at.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: { authorization: `Bearer ${bearer}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    payload,
  })
  return { status: answer.statusCode, body: answer.json(), replayed: answer.headers['idempotency-replayed'], answer }
}
const named = (name: string) => at.db.selectFrom('departments').select('id').where('name', '=', name).execute()
const rows = async () => (await at.db.selectFrom('idempotency_keys').select('user_id').execute()).length

test('the same key with the same body gives the first answer again, and makes one record', async () => {
  const [name, key] = [newName(), newKey()]
  const first = await post('/departments', key, { name, type: 'academic' })
  // Spaces that are trimmed away make no other body.
  const second = await post('/departments', key, { name: ` ${name}`, type: 'academic' })
  expect([first.status, second.status]).toEqual([201, 201])
  expect(second.answer.body).toBe(first.answer.body)
  expect([first.replayed, second.replayed]).toEqual([undefined, 'true'])
  expect(second.answer.headers['content-type']).toBe(first.answer.headers['content-type'])
  expect(await named(name)).toHaveLength(1)
  expect(await post('/departments', undefined, { name, type: 'academic' })).toMatchObject({ status: 422 })
})

test('with another body it is a 409', async () => {
  const [name, key] = [newName(), newKey()]
  await post('/departments', key, { name, type: 'academic' })
  const other = await post('/departments', key, { name: newName(), type: 'academic' })
  expect([other.status, other.body]).toEqual([409, { message: 'This Idempotency-Key was used for another request.' }])
})

test('ten calls at once with one key make one record, and all are told of it', async () => {
  const [name, key] = [newName(), newKey()]
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/designations', key, { name })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]))
  expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1)
  expect(await at.db.selectFrom('designations').select('id').where('name', '=', name).execute()).toHaveLength(1)
})

test('so do ten that no unique name would keep apart', async () => {
  const [key, name, medicine] = [newKey(), newName(), await at.make.department()]
  const task = { name, department_id: medicine, total_marks: 20 }
  const answers = await Promise.all(Array.from({ length: 10 }, () => post('/tasks', key, task)))
  expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(201))
  expect(await at.db.selectFrom('tasks').select('id').where('name', '=', name).execute()).toHaveLength(1)
})

test('only what makes something is kept: a change and a new session are done each time', async () => {
  const [key, id, before] = [newKey(), await at.make.department(), await rows()]
  const put = (name: string) =>
    at.app.inject({
      method: 'PUT',
      url: `/api/departments/${id}`,
      headers: { authorization: `Bearer ${token}`, 'idempotency-key': key },
      payload: { name },
    })
  for (const name of [newName(), newName()]) expect((await put(name)).json()).toMatchObject({ data: { name } })
  const own = await at.db.transaction().execute((tx) => openLogin(tx, adminId, 'test'))
  expect((await post('/auth/refresh', key, {}, own)).status).toBe(200)
  expect(await rows()).toBe(before)
})

test('a refusal is not kept: the same key works once the reason is gone', async () => {
  const [name, key, before] = [newName(), newKey(), await rows()]
  const taken = await at.make.department({ name })
  expect((await post('/departments', key, { name, type: 'academic' })).status).toBe(422)
  expect(await rows()).toBe(before)
  await at.db.deleteFrom('departments').where('id', '=', taken).execute()
  expect((await post('/departments', key, { name, type: 'academic' })).status).toBe(201)
})

test('an answer that can not be kept is not given, and what it tells is not written', async () => {
  const name = newName()
  await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no' using errcode = '53100'; end $$`.execute(
    at.db,
  )
  await sql`create trigger refusing before update on idempotency_keys for each row execute function refuse()`.execute(
    at.db,
  )
  expect((await post('/departments', newKey(), { name, type: 'academic' })).status).toBe(503)
  // Nor does a transaction stay open, whose connection nobody else could have.
  const { rows: left } = await sql`select pid from pg_stat_activity
    where datname = current_database() and state like 'idle in transaction%'`.execute(at.db)
  expect(left).toEqual([])
  await sql`drop trigger refusing on idempotency_keys`.execute(at.db)
  expect(await named(name)).toEqual([])
})

test('keys are each person’s and each endpoint’s own', async () => {
  const key = newKey()
  const other = await at.make.person('admin')
  const bearer = await at.db.transaction().execute((tx) => openLogin(tx, other, 'test'))
  const answers = [
    await post('/departments', key, { name: newName(), type: 'academic' }),
    await post('/departments', key, { name: newName(), type: 'academic' }, bearer),
    await post('/designations', key, { name: newName() }),
  ]
  expect(answers.map(({ status, replayed }) => [status, replayed])).toEqual(Array(3).fill([201, undefined]))
})

test('neither key, body nor initial password can be read from the database', async () => {
  const [key, batch, own] = [newKey(), await at.make.batch(), at.make.department()]
  const body = {
    name: 'Ali Secret',
    email: 'ali.secret@college.test',
    roll_no: 'MBBS-26001',
    batch_id: batch,
    status: 'active',
  }
  const first = await post('/students', key, body)
  expect([first.status, first.body.data?.initial_password]).toEqual([201, expect.any(String)])
  const again = await post('/students', key, body)
  expect(again.body.data.initial_password).toBe(first.body.data.initial_password)
  const stored = await at.db.selectFrom('idempotency_keys').selectAll().execute()
  const bytes = stored.map(({ key_hash, body_digest, answer }) =>
    Buffer.concat([key_hash, body_digest, answer ?? Buffer.of()]),
  )
  const all = Buffer.concat(bytes).toString('latin1')
  for (const secret of [key, first.body.data.initial_password, 'ali.secret'])
    expect(all.includes(secret), secret).toBe(false)
  // Nor does the same body look the same under another key, so that a guess at it proves nothing.
  for (const _ of [1, 2]) await post('/tasks', newKey(), { name: key, department_id: await own, total_marks: 20 })
  const digests = await at.db.selectFrom('idempotency_keys').select('body_digest').execute()
  expect(new Set(digests.map(({ body_digest }) => body_digest.toString('hex'))).size).toBe(digests.length)
})

test('who was revoked gets no answer again', async () => {
  const key = newKey()
  const other = await at.make.person('admin')
  const bearer = await at.db.transaction().execute((tx) => openLogin(tx, other, 'test'))
  const body = { name: newName(), type: 'academic' }
  expect((await post('/departments', key, body, bearer)).status).toBe(201)
  await at.db.deleteFrom('user_roles').where('user_id', '=', other).execute()
  expect((await post('/departments', key, body, bearer)).status).toBe(403)
})

test('nor does who was revoked while the body was on its way', async () => {
  const key = newKey()
  const other = await at.make.person('admin')
  const bearer = await at.db.transaction().execute((tx) => openLogin(tx, other, 'test'))
  const body = { name: newName(), type: 'academic' }
  expect((await post('/departments', key, body, bearer)).status).toBe(201)
  const spoken = await speak(port)
  const text = JSON.stringify(body)
  const head = ['POST /api/departments HTTP/1.1', 'host: localhost', `authorization: Bearer ${bearer}`]
  head.push(`idempotency-key: ${key}`, 'content-type: application/json', `content-length: ${text.length}`)
  let isLetIn: () => void = () => undefined
  const letIn = new Promise<void>((resolve) => {
    isLetIn = resolve
  })
  at.app.server.once('request', () => isLetIn())
  spoken.send(`${head.join('\r\n')}\r\n\r\n${text.slice(0, 10)}`)
  await letIn
  // The gate asks the database once more before it reads on.
  await expect.poll(async () => (await post('/departments', key, body, bearer)).replayed).toBe('true')
  await at.db.deleteFrom('logins').where('user_id', '=', other).execute()
  spoken.send(text.slice(10))
  expect((await spoken.answer()).status).toBe(401)
  spoken.socket.destroy()
})

test('nor is anything written for who was revoked before the body came', async () => {
  const other = await at.make.person('admin')
  const bearer = await at.db.transaction().execute((tx) => openLogin(tx, other, 'test'))
  const name = newName()
  const text = JSON.stringify({ name, type: 'academic' })
  const theirs = at.db.selectFrom('logins').select('last_used_at').where('user_id', '=', other)
  const old = new Date(Date.now() - 3_600_000)
  await at.db.updateTable('logins').set({ last_used_at: old }).where('user_id', '=', other).execute()
  const spoken = await speak(port)
  const head = ['POST /api/departments HTTP/1.1', 'host: localhost', `authorization: Bearer ${bearer}`]
  head.push(`idempotency-key: ${newKey()}`, 'content-type: application/json', `content-length: ${text.length}`)
  spoken.send(`${head.join('\r\n')}\r\n\r\n`)
  // The gate writes down that the session is in use.
  await expect
    .poll(async () => Date.parse((await theirs.executeTakeFirstOrThrow()).last_used_at))
    .toBeGreaterThan(old.getTime())
  await at.db.deleteFrom('logins').where('user_id', '=', other).execute()
  spoken.send(text)
  expect((await spoken.answer()).status).toBe(401)
  expect(await named(name)).toEqual([])
  spoken.socket.destroy()
})

async function send(path: string, key: string, made: FormData, bearer: string) {
  const encoded = new Response(made)
  return at.app.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      authorization: `Bearer ${bearer}`,
      'idempotency-key': key,
      'content-type': encoded.headers.get('content-type') ?? '',
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
}

test('a form counts as the same when its fields and files are', async () => {
  const [medicine, batch, key] = [await at.make.department(), await at.make.batch(), newKey()]
  const wards = await at.make.group(batch, medicine)
  const task = await at.make.task(medicine, [wards])
  const { userId } = await at.make.student(batch, wards)
  const bearer = await at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))
  const submit = (file: string) => send('/task-submissions', key, form({ task_id: String(task) }, file), bearer)
  const [first, second, other] = [await submit('a.pdf'), await submit('a.pdf'), await submit('b.pdf')]
  expect([first.statusCode, second.statusCode, other.statusCode]).toEqual([201, 201, 409])
  const elsewhere = form({ task_id: String(await at.make.task(medicine, [wards])) }, 'a.pdf')
  expect((await send('/task-submissions', key, elsewhere, bearer)).statusCode).toBe(409)
  expect([second.body, second.headers['idempotency-replayed']]).toEqual([first.body, 'true'])
  const held = at.db.selectFrom('task_submissions').select('id').where('task_id', '=', task)
  expect(await held.execute()).toHaveLength(1)
  expect(countFiles(at, 'kept')).toBe(1)
})

test('a form that comes twice at once leaves one set of files', async () => {
  const [medicine, batch, key] = [await at.make.department(), await at.make.batch(), newKey()]
  const wards = await at.make.group(batch, medicine)
  const task = await at.make.task(medicine, [wards])
  const { userId } = await at.make.student(batch, wards)
  const bearer = await at.db.transaction().execute((tx) => openLogin(tx, userId, 'test'))
  const before = countFiles(at, 'kept')
  const submit = () => send('/task-submissions', key, form({ task_id: String(task) }, 'a.pdf', 'b.pdf'), bearer)
  const answers = await Promise.all(Array.from({ length: 5 }, submit))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201, 201, 201])
  expect(countFiles(at, 'kept')).toBe(before + 2)
})

test('an import that was done is told again, with the passwords it gave', async () => {
  const [batch, key] = [await at.make.batch({ name: 'Batch of Once' }), newKey()]
  const file = (fields: Record<string, string>) => {
    const made = form(fields)
    const text = 'Name,Email,Roll number,Batch\nSara,sara.once@college.test,MBBS-26002,Batch of Once\n'
    made.set('file', new Blob([text]), 'students.csv')
    return made
  }
  const preview = await send('/imports/students/preview', newKey(), file({}), token)
  const { digest } = preview.json().data
  const run = () => send('/imports/students', key, file({ digest }), token)
  const [first, second] = [await run(), await run()]
  const last = first.body.trimEnd().split('\n').at(-1)
  expect(JSON.parse(last ?? '')).toMatchObject({ type: 'done', created: 1 })
  expect([second.statusCode, second.body, second.headers['content-type']]).toEqual([
    200,
    `${last}\n`,
    first.headers['content-type'],
  ])
  expect(await at.db.selectFrom('student_batches').select('id').where('batch_id', '=', batch).execute()).toHaveLength(1)
})

test('a key that can be none is refused', async () => {
  for (const key of ['', 'a b', 'é', 'x'.repeat(201)]) {
    const { status, body } = await post('/departments', key, { name: newName(), type: 'academic' })
    expect([key, status, body]).toEqual([
      key,
      400,
      { message: 'Idempotency-Key must be 1 to 200 visible ASCII characters.' },
    ])
  }
})

test('answers are kept for a day', async () => {
  const [name, key] = [newName(), newKey()]
  const body = { name, type: 'academic' }
  await post('/departments', key, body)
  const old = new Date(Date.now() - 24 * 3_600_000 - 1000)
  await at.db.updateTable('idempotency_keys').set({ created_at: old }).execute()
  expect((await post('/departments', key, body)).status).toBe(422)
  await post('/departments', newKey(), { name: newName(), type: 'academic' })
  await sweepKeys(at.db)
  expect(await rows()).toBe(1)
})
