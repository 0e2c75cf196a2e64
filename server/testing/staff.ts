import { expect } from 'vitest'
import { furnished } from './college.ts'

/** The furnished college, with what its staff are added with and by whom. */
export async function staffing() {
  const college = await furnished()
  const { at, admin, medicine, roleIds } = college
  const office = await at.make.department({ name: 'Office', type: 'non-academic' })
  const professor = await at.make.designation({ name: 'Professor' })
  let count = 0
  /** A new member of Medicine's faculty, with a name and an email of its own. */
  const input = (fields: object = {}) => {
    count += 1
    return {
      name: `Staff ${count}`,
      email: `staff${count}@college.test`,
      department_id: medicine,
      designation_id: professor,
      role_id: roleIds.faculty,
      ...fields,
    }
  }
  const added = async (fields: object = {}) => {
    const { status, body } = await admin.post('/staff', input(fields))
    expect(status, JSON.stringify(body)).toBe(201)
    return body.data
  }
  return { ...college, office, clerk: await at.as('clerk', office), professor, input, added }
}
