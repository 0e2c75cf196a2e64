import { expect, test } from 'vitest'
import { SIGNS_IN_BY_EMAIL, SIGNS_IN_BY_TWO_STEPS } from '../../../shared/contract/accounts.ts'
import { furnished } from '../../testing/college.ts'
import { csv, imported } from '../../testing/imports.ts'
import { next } from '../../testing/make/adding.ts'

const told: { to: string; subject: string; text: string }[] = []
const { at, admin, medicine, surgery, batch } = await furnished({
  mail: { publicUrl: 'https://elog.test', send: async (mail) => void told.push(mail) },
})

const rename = (id: number, change: object) => at.db.updateTable('users').set(change).where('id', '=', id).execute()
const emailOf = async (id: number) => (await at.stored('users', id))?.email
async function teacher() {
  const userId = await at.make.person('faculty', medicine)
  const { id } = await at.db.selectFrom('staff').select('id').where('user_id', '=', userId).executeTakeFirstOrThrow()
  return { id, userId }
}
const newEmail = () => `new${next()}@college.test`

test('who may edit a person gives the account to another address before the person has signed in, and not after it', async () => {
  const { id, userId } = await teacher()
  const clerk = await at.as('clerk', medicine)
  const change = (email: string) => clerk.put(`/staff/${id}`, { email, phone: '03001234567' })
  const first = newEmail()
  expect((await change(first)).status).toBe(200)
  await rename(userId, { signed_in_at: new Date() })
  const { status, body } = await change(newEmail())
  expect([status, body.errors]).toEqual([422, { email: [SIGNS_IN_BY_EMAIL] }])
  expect(await emailOf(userId)).toBe(first)
  // The same address is no other one.
  for (const same of [first, first.toUpperCase()]) expect((await change(same)).status).toBe(200)
  expect((await clerk.put(`/staff/${id}`, { name: 'Dr Known' })).status).toBe(200)
  const elsewhere = await at.as('hod', await at.make.department({ type: 'non-academic' }))
  expect((await elsewhere.put(`/staff/${id}`, { email: newEmail() })).status).toBe(422)
  expect((await (await at.as('hod', surgery)).put(`/staff/${id}`, { email: newEmail() })).status).toBe(404)
  expect((await (await at.as('hod', medicine)).put(`/staff/${id}`, { email: newEmail() })).status).toBe(200)
})

test('of who uses two-step sign-in only an administrator does', async () => {
  const { id, userId } = await teacher()
  await rename(userId, { signed_in_at: new Date() })
  await at.db
    .insertInto('second_factors')
    .values({ user_id: userId, secret: Buffer.from('sealed'), confirmed_at: new Date(), last_step: 1 })
    .execute()
  const head = await at.as('hod', medicine)
  expect((await head.put(`/staff/${id}`, { email: newEmail() })).body.errors).toEqual({
    email: [SIGNS_IN_BY_TWO_STEPS],
  })
  const email = newEmail()
  expect((await admin.put(`/staff/${id}`, { email })).status).toBe(200)
  expect(await emailOf(userId)).toBe(email)
})

test('the former address is told each time, by whom, also by an import; nobody is who never signed in', async () => {
  const { id, userId } = await teacher()
  const first = await emailOf(userId)
  await rename(userId, { signed_in_at: new Date() })
  const [second, third] = [newEmail(), newEmail()]
  for (const email of [second, third]) expect((await admin.put(`/staff/${id}`, { email })).status).toBe(200)
  expect((await admin.put(`/staff/${id}`, { name: 'Dr Other', email: third })).status).toBe(200)

  const affairs = await at.as('student-affair')
  const [known, fresh, edited] = await Promise.all([1, 2, 3].map(() => at.make.student(batch)))
  const [ofKnown, ofFresh, ofEdited] = await Promise.all([known, fresh, edited].map((one) => emailOf(one?.userId ?? 0)))
  for (const one of [known, edited]) await rename(one?.userId ?? 0, { signed_in_at: new Date() })
  const rows = [known, fresh].map((one) => `${one?.rollNo},${newEmail()}`)
  expect(await imported(affairs, 'students', csv('Roll Number,Email', ...rows))).toMatchObject({ updated: 2 })
  expect((await affairs.put(`/students/${edited?.id}`, { email: newEmail() })).status).toBe(200)

  const meant = [first, second, ofKnown, ofFresh, ofEdited]
  const mailed = () => told.map(({ to }) => to).filter((to) => meant.includes(to))
  await expect.poll(() => mailed().sort()).toEqual([first, second, ofKnown, ofEdited].sort())
  const { name } = (await at.stored('users', admin.userId)) ?? {}
  expect(told.find(({ to }) => to === first)).toMatchObject({
    subject: expect.stringContaining('the email of your account was changed'),
    text: expect.stringMatching(new RegExp(`^${name} has changed the email .* to ${second}:`)),
  })
})
