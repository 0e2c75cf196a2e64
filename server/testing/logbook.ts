import { expect } from 'vitest'
import type { Client } from './app.ts'
import { furnished } from './college.ts'

/** The furnished college with a skill of Medicine and those who sign there. */
export async function logging(options?: Parameters<typeof furnished>[0]) {
  const college = await furnished(options)
  const { at, medicine } = college
  const staffOf = async (caller: Client) => {
    const { body } = await caller.get('/auth/me')
    const { id } = await at.db
      .selectFrom('staff')
      .select('id')
      .where('user_id', '=', body.data.id)
      .executeTakeFirstOrThrow()
    return id
  }
  const skill = await at.make.skill(medicine, { name: 'Cannulation' })
  const supervisor = await staffOf(college.faculty)
  const head = await staffOf(college.hod)
  const entry = {
    skill_id: skill,
    performed_on: new Date().toISOString().slice(0, 10),
    level: 'supervised',
    supervisor_id: supervisor,
  }
  return {
    ...college,
    skill,
    supervisor,
    head,
    entry,
    /** A teacher of Medicine with the role of faculty. */
    teacher: async (fields: Parameters<typeof at.make.staff>[2] = {}) => {
      const user = await at.make.user({})
      await at.make.giveRole(user, 'faculty')
      return at.make.staff(user, medicine, fields)
    },
    /** Logs a performance of the skill, and returns it. */
    log: async (caller: Client, fields: object = {}) => {
      const { status, body } = await caller.post('/log-entries', { ...entry, ...fields })
      expect(status, JSON.stringify(body)).toBe(201)
      return body.data
    },
  }
}
