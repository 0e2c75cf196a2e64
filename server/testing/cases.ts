import { expect } from 'vitest'
import type { RoleName } from '../../shared/permissions.ts'
import type { Client, TestOptions } from './app.ts'
import { furnished } from './college.ts'

/** A member of the staff: the client, and the id by which a case is given to them. */
export interface Colleague {
  caller: Client
  staffId: number
}

/** A furnished college with colleagues to give cases to; called once, at the top of a file. */
export async function casesCollege(options?: TestOptions) {
  const college = await furnished(options)
  const { at, medicine } = college

  const colleague = async (role: RoleName, departmentId = medicine): Promise<Colleague> => {
    const userId = await at.make.user()
    await at.make.giveRole(userId, role)
    const staffId = await at.make.staff(userId, departmentId)
    return { caller: await at.of(userId), staffId }
  }

  const given = await colleague('faculty')
  const about = await college.student()

  /** Returns the input with which a member of the staff files a case. */
  const report = (fields: Record<string, unknown> = {}) => ({
    title: 'Late to the ward',
    description: 'Came an hour late and left the patient alone.',
    student_id: about.id,
    assigned_to: given.staffId,
    category: 'attendance_problem',
    severity: 'medium',
    ...fields,
  })

  /** A filed case, as its reporter is answered. */
  const file = async (fields: Record<string, unknown> = {}, reporter: Client = college.hod) => {
    const { status, body } = await reporter.post('/reportings', report(fields))
    expect([status, body.errors]).toEqual([201, undefined])
    return body.data
  }

  const entriesOf = (id: number) =>
    at.db
      .selectFrom('reporting_entries')
      .select(['kind', 'author_id', 'text', 'staff_id', 'level'])
      .where('reporting_id', '=', id)
      .orderBy('id')
      .execute()

  return { ...college, colleague, given, about, report, file, entriesOf }
}
