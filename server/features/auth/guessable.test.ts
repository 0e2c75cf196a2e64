import { describe, expect, test } from 'vitest'
import { readSettings } from '../../settings.ts'
import { testApp } from '../../testing/app.ts'
import { signingIn } from '../../testing/sign-ins.ts'
import { ensureFirstAdmin } from '../accounts/first-admin.writes.ts'
import { whyGuessable } from '../accounts/passwords.rules.ts'
import { issueReset } from '../accounts/passwords.writes.ts'

const KHYBER = 'Khyber Medical College, Peshawar'
const AYESHA = { name: 'Dr. Ayesha Noor Khan', email: 'a.noor82@college.test' }
const { at, account, login, post } = await signingIn()
const demo = await signingIn({ isDemo: true })
const someone = async () => account({ name: AYESHA.name })
const MANY = 'This password is one that many people use. Please choose another one.'
const OWN = 'This password is made of the name or email of the account. Please choose another one.'
const stored = async (id: number) =>
  (await at.db.selectFrom('users').select('password_hash').where('id', '=', id).executeTakeFirstOrThrow()).password_hash

describe('guessed early is', () => {
  test.each([
    'Password1',
    'PASSWORd123',
    'Welcome2026!',
    'Qwerty12345',
    'Pakistan1947',
    'Student#2026',
    'Passw0rd',
    '1Qaz2wsx',
  ])('what many people use: %s', async (password) => {
    expect(await whyGuessable(password, AYESHA, KHYBER)).toBe('is one that many people use')
    // In the demo, where every password is public, it is as good as another.
    expect(await whyGuessable(password, AYESHA)).toBeUndefined()
  })

  test.each([
    'Ayesha123',
    'AyeshaNoor1',
    'NoorKhan2026!',
    'Dr.AyeshaNoorKhan1',
    'A.noor82',
    'A.Noor2026',
    'Anoor82!!',
    'A.noor82@college.test1',
  ])('the own name or email: %s', async (password) => {
    expect(await whyGuessable(password, AYESHA)).toBe('is made of the name or email of the account')
  })

  test('a name in other letters too, and whatever the case', async () => {
    const owner = { name: 'عائشہ Zülfü', email: 'z@college.test' }
    for (const password of ['عائشہ12345', 'ZÜLFü2026']) expect(await whyGuessable(password, owner)).toContain('name')
  })
})

const TRADE = 'is made of words of medicine or of the college’s name'

describe('in a college with a name guessed early is', () => {
  test.each([
    'Hospital1',
    'ClinicalElog1',
    'Medicine7',
    'H0sp1tal2026!',
    '2026Surgery',
    'Cl1n1c@l-W4rd-9',
    'Nur$3Nur$e1',
    'Médical.Student1',
    'MBBS-22001',
    'Doctor2Patient3',
    'Khyber2026',
    'Khyber-Peshawar1',
    'KhyberMedicalCollege1',
    'Kmcp12345',
    'Ｈospital1',
    'C1inica1-E1og7',
    '2026H0spital',
    'School-of-the-Doctors1',
    'Stethoscope1',
    'SemesterExamination2026',
    'ہسپتال2026',
  ])('what its trade or its own name is made of: %s', async (password) => {
    expect(await whyGuessable(password, AYESHA, KHYBER)).toBe(TRADE)
    expect(await whyGuessable(password, AYESHA)).toBeUndefined()
  })

  test.each(['Uohsl2026', 'Uhsl2026'])('its initials, with those of short words or without: %s', async (password) => {
    expect(await whyGuessable(password, AYESHA, 'University of Health Sciences, Lahore')).toBe(TRADE)
  })

  test.each([
    'Ay3sha!2026',
    '2026Ayesha',
    '@yesha.N00r1',
  ])('the own name in other signs, or behind digits: %s', async (password) => {
    expect(await whyGuessable(password, AYESHA, KHYBER)).toContain('name or email')
  })

  test.each([
    'Clinical2026x',
    'Ward-of-nine-lamps3',
    'Doctor-Patient-Ward-Nurse1',
    'Hospitable1',
    'Kh-3-Lahore-tea',
    'First-Admin-1',
  ])('nothing in which more stands: %s', async (password) => {
    expect(await whyGuessable(password, AYESHA, KHYBER)).toBeUndefined()
  })
})

test.each([
  'ClinicalElog1',
  'Kfw-p7m-2Rt-xq9',
  'First-Admin-1',
  'Passwords-are-2-long',
  'Noor-in-the-ward7',
  'Tk7xNoor',
  // A word of the list, but none of those that everybody takes.
  'Medicine7',
])('%s is nobody’s first guess', async (password) => {
  expect(await whyGuessable(password, AYESHA)).toBeUndefined()
})

describe('such a password is refused on its field, and nothing is changed,', () => {
  test.each([
    ['Password2026', MANY],
    ['NoorKhan1!', OWN],
    ['Hospital1', `This password ${TRADE}. Please choose another one.`],
  ])('where the own one is changed, at the first sign-in too: %s', async (password, text) => {
    for (const must_change_password of [false, true]) {
      const { id } = await account({ name: AYESHA.name, must_change_password })
      const before = await stored(id)
      const body = { current_password: 'Correct1', password }
      const answer = await post('/auth/change-password', body, await login(id))
      expect([answer.status, answer.body.errors]).toEqual([422, { password: [text] }])
      expect(await stored(id)).toBe(before)
    }
  })

  test('where one is chosen by a mailed link, which goes on working', async () => {
    const { id, email } = await someone()
    const token = (await at.db.transaction().execute((tx) => issueReset(tx, id)))?.token
    for (const [password, text] of [
      ['Welcome123', MANY],
      ['AyeshaNoor99', OWN],
    ]) {
      const answer = await post('/auth/reset-password', { token, password })
      expect([answer.status, answer.body.errors]).toEqual([422, { password: [text] }])
    }
    expect((await post('/auth/reset-password', { token, password: 'Another-way1' })).status).toBe(200)
    expect((await post('/login', { email, password: 'Another-way1' })).status).toBe(200)
  })

  test('where the settings name it for the first administrator, and not once there is one', async () => {
    const empty = await testApp()
    const start = (ADMIN_PASSWORD: string) =>
      ensureFirstAdmin(
        empty.db,
        readSettings({ ADMIN_PASSWORD, ADMIN_EMAIL: 'registrar@college.test' }),
        () => undefined,
      )
    await expect(start('Password1')).rejects.toThrow('Wrong settings: ADMIN_PASSWORD is one that many people use')
    await expect(start('ClinicalElog1')).rejects.toThrow(`ADMIN_PASSWORD ${TRADE}`)
    await expect(start('Registrar2026')).rejects.toThrow('ADMIN_PASSWORD is made of the name or email of the account')
    expect(await empty.db.selectFrom('users').select('id').execute()).toEqual([])
    await start('Another-way1')
    await start('Password1')
    expect(await empty.db.selectFrom('users').select('email').execute()).toEqual([{ email: 'registrar@college.test' }])
    await empty.close()
  })
})

test('the demo alone takes its own public password, and what a college would not', async () => {
  for (const password of ['Hospital1', 'ClinicalElog1', 'Password1']) {
    const { id } = await demo.account()
    const body = { current_password: 'Correct1', password }
    expect((await demo.post('/auth/change-password', body, await demo.login(id))).status).toBe(200)
  }
})

test('who knows no password learns nothing by it: an unknown link is told first', async () => {
  const answer = await post('/auth/reset-password', { token: 'none', password: 'Password1' })
  expect(answer.body.errors).toEqual({ token: ['This link is no longer valid. Please ask for a new one.'] })
})
