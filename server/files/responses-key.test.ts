import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { afterAll, describe, expect, test } from 'vitest'
import { unavailable } from '../core/errors.ts'
import { holdsFiles } from '../features.ts'
import { servedBucket } from '../testing/bucket.ts'
import { unfurnished } from '../testing/college.ts'
import { bucketStore } from './bucket.ts'
import { careForFiles } from './care.ts'
import { diskStore } from './disk.ts'
import { responsesKeyBeside } from './responses-key.ts'

const at = await unfurnished()
const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-key-'))
afterAll(() => rmSync(directory, { recursive: true, force: true }))
const bucketUrl = await servedBucket()
const quiet = pino({ level: 'silent' })

describe.each(['directory', 'bucket'])('the key beside the files of a %s', (kind) => {
  const open = (name: string) =>
    kind === 'directory' ? diskStore(join(directory, name)) : bucketStore(bucketUrl(name), join(directory, 'incoming'))

  test('is made once, however many processes ask for it first, and is the same after a restart', async () => {
    const processes = Array.from({ length: 6 }, () => responsesKeyBeside(open('shared'), at.plainDb))
    expect(processes.map(({ isOpen }) => isOpen)).toEqual(Array(6).fill(false))
    const keys = await Promise.all([...processes, ...processes].map((process) => process.open()))
    expect(new Set(keys.map((key) => key.toString('hex'))).size).toBe(1)
    expect(keys[0]).toHaveLength(32)
    expect(processes.map((process) => process.opened())).toEqual(keys.slice(0, 6))
    expect(await responsesKeyBeside(open('shared'), at.plainDb).open()).toEqual(keys[0])
    expect(await open('shared').readResponsesKey()).toBe(keys[0]?.toString('hex'))
    expect(await responsesKeyBeside(open('other'), at.plainDb).open()).not.toEqual(keys[0])
  })

  test('that is damaged is a 503, and is left as it is', async () => {
    const store = open('damaged')
    await store.writeResponsesKey('abc')
    const refusal = { status: 503, message: 'Answers cannot be kept just now. Please tell the administrator.' }
    await expect(responsesKeyBeside(store, at.plainDb).open()).rejects.toMatchObject(refusal)
    expect(await store.readResponsesKey()).toBe('abc')
  })

  test('is not taken from another database’s files', async () => {
    const store = open('foreign')
    await store.writeInstallation('of another database')
    const path = await store.temporaryPath()
    writeFileSync(path, 'a file of it')
    await store.keep(path)
    let isAway = true
    const away = {
      ...store,
      readInstallation: () => (isAway ? Promise.reject(unavailable()) : store.readInstallation()),
    }
    const { files } = await careForFiles(at.db, away, { holders: holdsFiles, most: 20, keptDays: 30, log: quiet })
    isAway = false
    await expect(responsesKeyBeside(files, at.db).open()).rejects.toMatchObject({ status: 503 })
    expect(await store.readResponsesKey()).toBeUndefined()
  })
})

test('on a disk it is a file for its user alone, and nothing half-written stays beside it', async () => {
  const root = join(directory, 'mode')
  const key = await responsesKeyBeside(diskStore(root), at.plainDb).open()
  expect(readdirSync(root)).toEqual(['responses-key.txt'])
  expect(readFileSync(join(root, 'responses-key.txt'), 'utf8')).toBe(`${key.toString('hex')}\n`)
  expect(statSync(join(root, 'responses-key.txt')).mode & 0o777).toBe(0o600)
})

test('while the store is away it is a 503, and asked for again when it is back', async () => {
  let isAway = true
  const store = diskStore(join(directory, 'away'))
  const key = responsesKeyBeside(
    { ...store, readResponsesKey: () => (isAway ? Promise.reject(unavailable()) : store.readResponsesKey()) },
    at.plainDb,
  )
  await expect(Promise.all([key.open(), key.open()])).rejects.toMatchObject({ status: 503 })
  expect(() => key.opened()).toThrow('The server is busy. Please try again in a moment.')
  isAway = false
  expect(await key.open()).toHaveLength(32)
  isAway = true
  expect(key.opened()).toHaveLength(32)
})
