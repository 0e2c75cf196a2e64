import { describe, expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { studentInput } from '../../testing/students.ts'

const { at, admin, affairs, batch, medicine } = await furnished()
const designation = await at.make.designation()

const { email: _, ...student } = studentInput()
const staff = { name: 'Dr Nameless', department_id: medicine, designation_id: designation, role_id: null }
const NEEDS = (noun: string) => [`${noun} number is required for a person without email`]
let count = 71_000
const next = () => {
  count += 1
  return count
}

const addStudent = async (more: object = {}) =>
  affairs.post('/students', { ...student, roll_no: `MBBS-${next()}`, without_email: true, ...more })
const addStaff = async (more: object = {}) =>
  admin.post('/staff', { ...staff, staff_no: `fac-${next()}`, without_email: true, ...more })
const signIn = (email: string, password: string) => at.nobody.post('/login', { email, password })

describe('an account without an email', () => {
  test('is made only where that is said, and with a number', async () => {
    const required = { email: ['Email is required'] }
    for (const more of [{ without_email: undefined }, { without_email: false }, { without_email: false, email: null }])
      expect((await addStudent(more)).body.errors).toEqual(required)
    expect((await affairs.post('/students', { roll_no: 'x' })).body.errors).toMatchObject(required)
    expect((await addStudent({ roll_no: null })).body.errors).toEqual({ roll_no: NEEDS('Roll') })
    expect((await addStudent({ email: 'a@b.test' })).body.errors).toEqual({
      email: ['Leave the email empty, or say that there is one'],
    })
    expect((await addStudent({ without_email: 'yes' })).body.errors).toEqual({
      without_email: ['without_email must be true or false'],
      email: ['Email is required'],
    })
    const ofStaff = { email: ['Email is required for user account creation'] }
    expect((await addStaff({ without_email: undefined })).body.errors).toEqual(ofStaff)
    expect((await addStaff({ staff_no: '' })).body.errors).toEqual({ staff_no: NEEDS('Staff') })
  })

  test('of a student signs in by roll number, and is told without an email everywhere', async () => {
    const { status, body } = await addStudent({ batch_id: batch })
    expect([status, body.data.user]).toEqual([201, { id: body.data.user_id, email: null }])
    const { id, roll_no, initial_password, user_id } = body.data
    expect((await signIn(roll_no, initial_password)).status).toBe(200)
    expect((await affairs.get(`/students/${id}`)).body.data.user.email).toBeNull()
    expect((await affairs.get(`/students?q=${roll_no}`)).body.meta.total).toBe(1)
    expect((await admin.get(`/users?id=${user_id}`)).body.data).toMatchObject([{ email: null, detail: roll_no }])
    expect((await affairs.get(`/students/export?q=${roll_no}`)).raw.toString()).toContain(
      `${roll_no},${student.name},,`,
    )
    const issued = (await affairs.post('/students/initial-passwords', { student_ids: [id] })).body.data
    expect(issued).toMatchObject([{ email: null, roll_no, sign_in_name: roll_no }])
    expect((await signIn(roll_no, issued[0].initial_password)).status).toBe(200)
    const again = (await admin.post(`/users/${user_id}/initial-password`)).body.data
    expect(again).toMatchObject({ email: null, sign_in_name: roll_no })
    const logged = async () => {
      await at.app.securityLog.written()
      const rows = at.db.selectFrom('security_log').select('detail').where('kind', '=', 'credentials-issued')
      return (await rows.execute()).map(({ detail }) => detail?.split(': ')[1])
    }
    await expect.poll(logged).toEqual([roll_no, roll_no, roll_no])
    expect((await admin.get(`/users/${user_id}/personal-data`)).status).toBe(200)
  })

  test('of staff signs in by staff number, which is theirs alone and found', async () => {
    const { status, body } = await addStaff()
    expect([status, body.data]).toMatchObject([201, { staff_no: `FAC-${count}`, user: { email: null } }])
    const { id, staff_no, initial_password, user_id } = body.data
    expect((await signIn(staff_no.toLowerCase(), initial_password)).status).toBe(200)
    expect((await admin.get(`/staff?q=${staff_no}`)).body.data).toMatchObject([{ id }])
    expect((await admin.get(`/search?q=${staff_no}`)).raw.toString()).toContain('Dr Nameless')
    expect((await admin.get('/staff/export?q=Nameless')).raw.toString()).toContain(`Dr Nameless,${staff_no},,`)
    expect((await addStaff({ staff_no: staff_no.toLowerCase() })).body.errors).toEqual({
      staff_no: ['This staff number is already in use'],
    })
    expect((await admin.post(`/users/${user_id}/initial-password`)).body.data.sign_in_name).toBe(staff_no)
    for (const [wrong, text] of [
      ['MBBS-22001', 'A staff number must not look like a roll number'],
      ['Doctor Khan', 'Please enter a valid staff number (e.g., FAC-0012)'],
      [7, 'Please enter a valid staff number (e.g., FAC-0012)'],
    ] as const)
      expect((await addStaff({ staff_no: wrong })).body.errors).toEqual({ staff_no: [text] })
  })

  test('keeps its number, and may get an email or lose it', async () => {
    const { id, roll_no } = (await addStudent()).body.data
    const put = async (body: object) => affairs.put(`/students/${id}`, body)
    expect((await put({ roll_no: null })).body.errors).toEqual({ roll_no: NEEDS('Roll') })
    for (const email of ['', null]) expect((await put({ email })).body.errors).toEqual({ email: ['Email is required'] })
    expect((await put({ phone: '03001234567' })).body.data.user.email).toBeNull()
    const given = await put({ email: 'late@without.test', roll_no: null })
    expect(given.body.data).toMatchObject({ roll_no: null, user: { email: 'late@without.test' } })
    expect((await put({ without_email: true })).body.errors).toEqual({ roll_no: NEEDS('Roll') })
    expect((await put({ without_email: false })).body.data.user.email).toBe('late@without.test')
    expect((await put({ without_email: true, roll_no })).body.data).toMatchObject({ roll_no, user: { email: null } })
    const changes = (await at.trailOf('student', id)).map((row: { changes: object }) => row.changes)
    expect(JSON.stringify(changes)).toContain('"email":["late@without.test",null]')
    const member = (await addStaff()).body.data
    expect((await admin.put(`/staff/${member.id}`, { staff_no: null })).body.errors).toEqual({
      staff_no: NEEDS('Staff'),
    })
    expect((await admin.put(`/staff/${member.id}`, { email: '' })).body.errors).toEqual({
      email: ['Email is required for user account'],
    })
  })

  test('in use is not given an email by every editor', async () => {
    const clerk = await at.as('clerk')
    const { id, user_id } = (await addStaff({ role_id: null })).body.data
    await at.db.updateTable('users').set({ signed_in_at: new Date() }).where('id', '=', user_id).execute()
    const { status, body } = await clerk.put(`/staff/${id}`, { email: 'takeover@without.test' })
    expect([status, body.errors]).toEqual([
      422,
      {
        email: ['This person has signed in before: an administrator or the head of the department can enter an email.'],
      },
    ])
    expect((await admin.put(`/staff/${id}`, { email: 'right@without.test' })).status).toBe(200)
  })
})
