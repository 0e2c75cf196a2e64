import { expect, test } from 'vitest'
import { departments } from '../../shared/contract/departments.ts'
import { students } from '../../shared/contract/students.ts'
import { call } from '../core/call.ts'
import { endServed, pageOf, refuse, served, UNREACHED } from './network.ts'
import { signedIn } from './page.tsx'
import { department } from './records.ts'

const told = () => {
  try {
    endServed()
  } catch (error) {
    return (error as Error).message
  }
  return 'nothing'
}

test('a handler is given what was asked as its schemas make it, and the browser what the contract has', async () => {
  signedIn()
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
  signedIn()
  served([students.read, refuse(404, 'Record not found.')], [students.byUser, refuse(403, 'Not yours.')])
  await expect(call(students.read, { params: { id: 1 } })).rejects.toThrow('Record not found.')
  await expect(call(students.byUser, { params: { user_id: 1 } })).rejects.toThrow('Not yours.')
  served([students.read, UNREACHED])
  await expect(call(students.read, { params: { id: 1 } })).rejects.toMatchObject({ status: 0 })
  expect(told()).toBe('nothing')
})

test('what is not served, or does not fit the contract, fails the test with its name', async () => {
  signedIn()
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
