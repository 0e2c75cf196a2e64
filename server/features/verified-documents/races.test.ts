import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { callerOf } from '../../core/caller.ts'
import { findPerson } from '../../core/login.ts'
import { diskStore } from '../../files/disk.ts'
import { furnished } from '../../testing/college.ts'
import { waitingForLocks } from '../../testing/locks.ts'
import { lockStudent } from '../students/reads.ts'
import { issueDocument, type KeptPaper } from './issuing.writes.ts'
import { newCode } from './rules.ts'
import { addDocument, studentWithFigures } from './verified-documents.walks.ts'

const college = await furnished()
const { at, affairs, principal } = college
const withFigures = () => studentWithFigures(college, college.wards)
const files = diskStore(join(at.filesDirectory, 'files'))

async function callerOfAffairs() {
  const person = await findPerson(at.db, affairs.userId)
  if (!person) throw new Error('nobody')
  return callerOf(person, 'Asia/Karachi')
}

const paperOf = (id: number, number: string): KeptPaper => ({
  kind: 'logbook',
  student: { id, name: 'A student', roll_no: null },
  number,
  code: newCode(),
  file: { name: 'a.pdf', type: 'application/pdf', size: 9, sha256: randomBytes(32), storage_key: number },
})
const keptCount = async () => (await Array.fromAsync(files.keptFiles())).length
const stateOf = async (id: number) => (await at.stored('verified_documents', id))?.state

test('who issues while another one is being issued waits for it, and is refused', async () => {
  const { id } = await withFigures()
  const caller = await callerOfAffairs()
  const tx = await at.db.startTransaction().execute()
  await lockStudent(tx, caller, id)
  const first = await issueDocument(tx, caller, paperOf(id, '2020-000001'), undefined)
  const second = principal.post('/verified-documents', { kind: 'logbook', student_id: id })
  await expect.poll(() => waitingForLocks(at.db)).toBe(1)
  await tx.commit().execute()
  const { status, body } = await second
  expect([status, body.message]).toEqual([
    409,
    'Document 2020-000001 of this kind was issued less than a minute ago. Please look at it first.',
  ])
  expect(await stateOf(first.id)).toBe('stands')
})

test('a paper that was numbered before the one that stands by now is refused, and its file is set aside', async () => {
  const { id } = await withFigures()
  const later = await addDocument(at.db, { student_id: id, number: '2999-000001' })
  const before = await keptCount()
  const { status, body } = await affairs.post('/verified-documents', { kind: 'logbook', student_id: id })
  expect([status, body.message]).toEqual([
    409,
    'Another document of this kind has been issued meanwhile. Please look at it first.',
  ])
  expect(await stateOf(later)).toBe('stands')
  expect(await keptCount()).toBe(before)
})

test('a document that is withdrawn while a newer one is issued stays withdrawn', async () => {
  const { id } = await withFigures()
  const former = await addDocument(at.db, { student_id: id })
  const tx = await at.db.startTransaction().execute()
  await tx
    .updateTable('verified_documents')
    .set({ state: 'withdrawn', ended_on: '2026-03-02', withdrawn_by: affairs.userId, reason: 'Wrong' })
    .where('id', '=', former)
    .execute()
  const next = principal.post('/verified-documents', { kind: 'logbook', student_id: id })
  await expect.poll(() => waitingForLocks(at.db)).toBe(1)
  await tx.commit().execute()
  expect((await next).status).toBe(201)
  expect(await stateOf(former)).toBe('withdrawn')
})
