import { beforeEach, expect, test } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { studentImports } from '../../shared/contract/imports.ts'
import { students } from '../../shared/contract/students.ts'
import { submissions } from '../../shared/contract/submissions.ts'
import { call } from '../core/call.ts'
import { upload, uploadStreaming } from '../core/upload.ts'
import { done, progress } from './imports.tsx'
import { endServed, HELD, held, pageOf, refuse, served, setReached, UNREACHED } from './network.ts'
import { signedIn } from './page.tsx'
import { department } from './records.ts'
import { submission } from './work.ts'

const told = () => {
  try {
    endServed()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing'
}

beforeEach(() => signedIn())

test('a handler is given what was asked as its schemas make it, and the browser what the contract has', async () => {
  const surgery = { ...department({ name: 'Surgery' }), secret: 'no column of the contract' }
  const calls = served([departments.update, ({ params, body }) => ({ data: { ...surgery, id: params.id, ...body } })])
  const { data } = await call(departments.update, { params: { id: '4' }, body: { name: '  Wards ' } })
  expect(data).toEqual(department({ id: 4, name: 'Wards' }))
  expect(calls.map(({ method, path, body }) => [method, path, body])).toEqual([
    ['PUT', '/api/departments/4', { name: '  Wards ' }],
  ])
  expect(told()).toBe('nothing')
})

test('what is written out in a path goes before a parameter', async () => {
  served([students.read, refuse(404, 'Record not found.')], [students.byUser, refuse(403, 'Not yours.')])
  await expect(call(students.read, { params: { id: 1 } })).rejects.toThrow('Record not found.')
  await expect(call(students.byUser, { params: { user_id: 1 } })).rejects.toThrow('Not yours.')
  served([students.read, UNREACHED])
  await expect(call(students.read, { params: { id: 1 } })).rejects.toMatchObject({ status: 0 })
  expect(told()).toBe('nothing')
})

test('what is not served, or does not fit the contract, fails the test with its name', async () => {
  served([departments.list, pageOf([department({ type: 'closed' as 'academic' })])], [departments.create, refuse(409)])
  for (const asked of [
    call(students.list),
    call(departments.list),
    call(departments.list, { query: { page: 'first' } }),
    call(departments.create, { body: { name: ' ' }, key: 'k1' }),
  ])
    await asked.catch(() => undefined)
  expect(told().split('\n')).toEqual([
    'GET /api/students: is called and not served',
    expect.stringContaining('GET /api/departments: reply: data.0.type '),
    expect.stringContaining('GET /api/departments?page=first: query: page '),
    'POST /api/departments: body: name Department name is required',
  ])
})

const pdf = (name: string) => new File(['%PDF-'], name)
const formOf = (parts: Record<string, string | File>) => {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts)) form.append(name, part)
  return form
}
const signal = new AbortController().signal
const submit = (parts: Record<string, string | File>, onProgress = (_: number) => {}) =>
  upload(submissions.create, { params: {}, form: formOf(parts), key: 'k1', onProgress, signal })
const run = (onLine: (line: unknown) => void, onSent = (_: number) => {}) =>
  uploadStreaming(studentImports.run, {
    params: {},
    form: formOf({ digest: 'd1', file: new File([], 'a.csv') }),
    onSent,
    onLine,
    signal,
  })

test('the handler of an upload is given the fields as their schema makes them, the files and the headers', async () => {
  const calls = served([
    submissions.create,
    ({ body, files, headers, tellSent }) => {
      tellSent(0.5)
      const remarks = [body.remarks, ...files.map(({ name }) => name), headers['idempotency-key']].join()
      return { data: submission({ task_id: body.task_id, remarks }) }
    },
  ])
  const shares: number[] = []
  const form = { task_id: '5', remarks: ' From the ward ', 'files[0]': pdf('a.pdf'), 'files[1]': pdf('b.pdf') }
  const { data } = await submit(form, (share) => shares.push(share))
  expect(data).toMatchObject({ task_id: 5, remarks: 'From the ward,a.pdf,b.pdf,k1' })
  expect(shares).toEqual([0.5])
  expect(calls.map(({ endpoint, method, path }) => [endpoint, method, path])).toEqual([
    [submissions.create, 'POST', '/api/task-submissions'],
  ])
})

test('an upload that is refused, not reached or not whole is told as to any call', async () => {
  served([submissions.create, refuse(422, 'Invalid.', { files: ['No PDF'] })])
  await expect(submit({ task_id: '5' })).rejects.toMatchObject({ status: 422, errors: { files: ['No PDF'] } })
  served([submissions.create, UNREACHED])
  await expect(submit({ task_id: '5' })).rejects.toMatchObject({ status: 0 })
  setReached(false)
  await expect(submit({ task_id: '5' })).rejects.toMatchObject({ status: 0 })
})

test('an answer line by line is told as it comes, or at once', async () => {
  served([studentImports.run, HELD])
  const seen: unknown[] = []
  const running = run(
    (line) => seen.push(line),
    (share) => seen.push(share),
  )
  const call = await held(studentImports.run)
  call.tellSent(1)
  call.tellLine(progress(1, 2))
  expect(seen).toEqual([1, progress(1, 2)])
  call.answer([progress(2, 2), done])
  await running
  expect(seen).toEqual([1, progress(1, 2), progress(2, 2), done])
})

test('what of an upload does not fit the contract, or waits for an answer at the end, fails the test with its name', async () => {
  served(
    [submissions.create, { data: submission({ status: 'lost' as 'submitted' }) }],
    [studentImports.run, [{ ...done, created: 'all' } as never]],
    [submissions.resubmit, HELD],
  )
  for (const parts of [
    {},
    { task_id: '5', file: pdf('a.pdf') },
    { task_id: '5', 'files[1]': pdf('a.pdf') },
    { task_id: '5', 'files[0]': pdf('a.pdf') },
  ] as Record<string, string | File>[])
    await submit(parts).catch(() => undefined)
  await run(() => {}).catch(() => undefined)
  void upload(submissions.resubmit, { params: { id: 3 }, form: formOf({}), onProgress: () => {}, signal })
  expect(told().split('\n')).toEqual([
    expect.stringContaining('POST /api/task-submissions: body: task_id '),
    'POST /api/task-submissions: files: file instead of files[0]',
    'POST /api/task-submissions: files: files[1] instead of files[0]',
    expect.stringContaining('POST /api/task-submissions: reply: data.status '),
    expect.stringContaining('POST /api/imports/students: line: created '),
    'POST /task-submissions/:id/files: is held and not taken',
  ])
})
