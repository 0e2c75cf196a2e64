import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { type Client, type TestApp, testApp } from '../../testing/app.ts'

// "In the past" is before the day that it is at the college, whatever day it is in Greenwich.

const open: TestApp[] = []
afterEach(() => vi.useRealTimers())
afterAll(() => Promise.all(open.map((at) => at.close())))

let batch: number
let count = 0

async function adminIn(timezone: string): Promise<Client> {
  const at = await testApp({ environment: { COLLEGE_TIMEZONE: timezone } })
  open.push(at)
  batch = await at.make.batch()
  return at.as('admin')
}

async function born(admin: Client, date_of_birth: string) {
  count += 1
  const student = { name: 'Ali', email: `ali${count}@college.test`, roll_no: `MBBS-${92_000 + count}`, batch_id: batch }
  const { status, body } = await admin.post('/students', { ...student, date_of_birth })
  return status === 201 ? 201 : body.errors
}

const TODAY = { date_of_birth: ['Date must be in the past'] }

test('after midnight in Karachi yesterday is past', async () => {
  const admin = await adminIn('Asia/Karachi')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-01T18:59:00Z') })
  expect([await born(admin, '2026-03-01'), await born(admin, '2026-02-28')]).toEqual([TODAY, 201])
  vi.setSystemTime(new Date('2026-03-01T19:01:00Z'))
  expect([await born(admin, '2026-03-02'), await born(admin, '2026-03-01')]).toEqual([TODAY, 201])
})

test('before midnight in Honolulu today is not past, though Greenwich has the next day', async () => {
  const admin = await adminIn('Pacific/Honolulu')
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T05:00:00Z') })
  expect([await born(admin, '2026-03-01'), await born(admin, '2026-02-28')]).toEqual([TODAY, 201])
})
