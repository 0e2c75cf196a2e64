import { expect, test } from 'vitest'
import { isDatabaseGone } from './database-errors.ts'
import { fromDatabase } from './errors.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  ['terminated by an administrator', withCode('57P01')],
  ['crash of another process', withCode('57P02')],
  ['starting up', withCode('57P03')],
  ['connection failure', withCode('08006')],
  ['refused', withCode('ECONNREFUSED', { syscall: 'connect' })],
  ['reset', withCode('ECONNRESET', { syscall: 'read' })],
  ['a pipe that broke', withCode('EPIPE', { syscall: 'write' })],
  ['no socket', withCode('ENOENT', { syscall: 'connect' })],
  ['refused at each address', new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })])],
  ['ended by the other side', new Error('Connection terminated unexpectedly')],
  ['ended before', new Error('Client has encountered a connection error and is not queryable')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
])('%s: the database is gone, and the answer is a 503 that says when to try again', (_, error) => {
  expect(isDatabaseGone(error)).toBe(true)
  expect(fromDatabase(error)).toMatchObject({ status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
})

test.each([
  ['a missing file', withCode('ENOENT', { syscall: 'open' })],
  ['a syntax error', withCode('42601')],
  ['a lost race', withCode('23505')],
  ['a bug', new TypeError('x is not a function')],
  ['no error', 'Connection terminated'],
])('%s is another matter', (_, error) => {
  expect(isDatabaseGone(error)).toBe(false)
})
