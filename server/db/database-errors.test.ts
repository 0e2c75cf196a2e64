import { expect, test } from 'vitest'
import { fromDatabase } from '../core/errors.ts'
import { isDatabaseGone, isLostRace } from './database-errors.ts'

const withCode = (code: string, more: object = {}) => Object.assign(new Error(code), { code, ...more })

test.each([
  ['terminated by an administrator', withCode('57P01')],
  ['crash of another process', withCode('57P02')],
  ['starting up', withCode('57P03')],
  ['a standby, which only reads', withCode('25006')],
  ['connection failure', withCode('08006')],
  ['no connection left', withCode('53300')],
  ['given up', withCode('ECONNABORTED', { syscall: 'read' })],
  ['silent', withCode('ETIMEDOUT', { syscall: 'connect' })],
  ['no way to the machine', withCode('EHOSTUNREACH', { syscall: 'connect' })],
  ['no way to its network', withCode('ENETUNREACH', { syscall: 'connect' })],
  ['refused', withCode('ECONNREFUSED', { syscall: 'connect' })],
  ['reset', withCode('ECONNRESET', { syscall: 'read' })],
  ['a pipe that broke', withCode('EPIPE', { syscall: 'write' })],
  ['no socket', withCode('ENOENT', { syscall: 'connect' })],
  ['refused at each address', new AggregateError([withCode('ECONNREFUSED', { syscall: 'connect' })])],
  ['ended by the other side', new Error('Connection terminated unexpectedly')],
  ['ended before', new Error('Client has encountered a connection error and is not queryable')],
  ['closed before', new Error('Client was closed and is not queryable')],
  ['no free connection in time', new Error('timeout expired')],
  ['a pool that has ended', new Error('Cannot use a pool after calling end on the pool')],
  ['a driver that has ended', new Error('driver has already been destroyed')],
  ['no connection in time', new Error('timeout exceeded when trying to connect')],
])('%s: the database is gone, and the answer is a 503 that says when to try again', (_, error) => {
  expect(isDatabaseGone(error)).toBe(true)
  expect(fromDatabase(error)).toMatchObject({ status: 503, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
})

test.each([
  ['a missing file', withCode('ENOENT', { syscall: 'open' })],
  ['a syntax error', withCode('42601')],
  ['a lost race', withCode('23505')],
  ['refused at one address, and another matter at the next', new AggregateError([withCode('57P01'), new Error('x')])],
  ['several errors that are none', new AggregateError([])],
  ['a bug', new TypeError('x is not a function')],
  ['no error', 'Connection terminated'],
])('%s is another matter', (_, error) => {
  expect(isDatabaseGone(error)).toBe(false)
})

test.each([
  ['a statement that took too long', '57014'],
  ['a lock that was not given', '55P03'],
  ['a transaction that stood still', '25P03'],
  ['a transaction that took too long', '25P04'],
  ['a full disk', '53100'],
  ['no memory', '53200'],
])('%s: the database is busy, not gone', (_, code) => {
  expect(isDatabaseGone(withCode(code))).toBe(false)
  expect(fromDatabase(withCode(code))).toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})

test.each([
  ['a deadlock', '40P01'],
  ['a failed serialisation', '40001'],
])('%s is a lost race: it may be sent again at once', (_, code) => {
  expect([isLostRace(withCode(code)), isLostRace(withCode('23505'))]).toEqual([true, false])
  expect(fromDatabase(withCode(code))).toMatchObject({ status: 503, headers: { 'retry-after': '1' } })
})
