import { describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { QUESTION_TYPES } from '../../../shared/labels.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, medicine, surgery, student } = await furnished()
const POOL = '/feedback-question-pools'
const clerk = await at.as('clerk', medicine)

const scale = {
  title: 'Clarity',
  question_text: 'How clear was it?',
  question_type: 'radio',
  options: ['Clear', 'Not clear'],
}

describe('a question is added', () => {
  test('by whoever makes surveys, and leaves a trail', async () => {
    for (const caller of [admin, principal, hod, faculty, affairs]) {
      const { status, body } = await caller.post(POOL, {
        ...scale,
        options: [' Clear ', '', 'Not clear'],
        help_text: ' ',
        validation_rules: { min: 1 },
        usage_count: 9,
        created_by: 1,
      })
      expect(status, JSON.stringify(body)).toBe(201)
      expect(body.data).toEqual({
        id: expect.any(Number),
        ...scale,
        is_required: false,
        help_text: null,
        validation_rules: null,
        order: 1,
        is_public: true,
        usage_count: 0,
        department_id: null,
        department: null,
        created_by: caller.userId,
        creator: { id: caller.userId, name: expect.any(String) },
        is_editable: true,
        created_at: expect.any(String),
        updated_at: expect.any(String),
      })
      expect((await caller.get(`${POOL}/${body.data.id}`)).body.data).toEqual(body.data)
      const [row] = await at.trailOf('feedback_pool_question', body.data.id)
      expect(row).toMatchObject({ action: 'create', actor: { id: caller.userId } })
      expect(row.changes).toMatchObject({ title: [null, 'Clarity'], options: [null, ['Clear', 'Not clear']] })
    }
  })

  test('with all that its type has, for whichever department where the own one is not academic', async () => {
    const whole = {
      title: 'Hours',
      question_text: 'How many\nhours a week?',
      question_type: 'number',
      options: [],
      is_required: true,
      help_text: 'Of the last week',
      validation_rules: { min: 0, max: 60.5 },
      order: 7,
      is_public: false,
      department_id: surgery,
    }
    const { body } = await affairs.post(POOL, whole)
    expect(body.data).toMatchObject({ ...whole, department: { id: surgery, name: 'Surgery' } })
  })

  test('by staff of an academic department for that one, for another or for none', async () => {
    for (const department_id of [medicine, surgery, null])
      expect((await hod.post(POOL, { ...scale, department_id })).body.data).toMatchObject({ department_id })
  })

  test('not when anything is wrong of it, and all of that is told', async () => {
    const before = await at.count('feedback_pool_questions')
    const { status, body } = await hod.post(POOL, { ...scale, title: '', options: [' '], order: 0, is_public: 'yes' })
    expect(status).toBe(422)
    expect(body.errors).toEqual({
      title: ['Title is required'],
      options: ['At least one option is required'],
      order: ['Order must be at least 1'],
      is_public: ['Public must be yes or no'],
    })
    expect((await hod.post(POOL, {})).body.errors).toEqual({
      title: ['Title is required'],
      question_text: ['Question text is required'],
      question_type: ['Question type is required'],
    })
    expect((await hod.post(POOL, { ...scale, department_id: 99_999 })).body.errors).toEqual({
      department_id: ['Department does not exist'],
    })
    expect(await at.count('feedback_pool_questions')).toBe(before)
  })
})

describe('a question that is not public', () => {
  test('is shown to who added it, to its department, to administrators and the principal', async () => {
    const own = await at.make.poolQuestion({ is_public: false, created_by: faculty.userId })
    const theirs = await at.make.poolQuestion({ is_public: false, department_id: surgery })
    const open = await at.make.poolQuestion({ department_id: surgery })
    const shown: [typeof hod, number[]][] = [
      [admin, [own, theirs, open]],
      [principal, [own, theirs, open]],
      [faculty, [own, open]],
      [surgeon, [theirs, open]],
      [hod, [open]],
      [affairs, [open]],
    ]
    for (const [caller, ids] of shown) {
      const found = await listed(caller, `${POOL}?per_page=500`)
      for (const id of [own, theirs, open]) {
        expect(found.includes(id)).toBe(ids.includes(id))
        expect((await caller.get(`${POOL}/${id}`)).status).toBe(ids.includes(id) ? 200 : 404)
      }
    }
    expect((await hod.put(`${POOL}/${own}`, { title: 'x' })).status).toBe(404)
    expect((await hod.delete(`${POOL}/${own}`)).status).toBe(404)
    expect(await listed(admin, `${POOL}/public?per_page=500`)).not.toContain(own)
  })
})

describe('a question is changed and deleted', () => {
  test('by who added it, an administrator or the principal', async () => {
    const id = await at.make.poolQuestion({ created_by: faculty.userId, department_id: medicine })
    const refusal = 'Only Teacher, an administrator or the principal can change this question.'
    for (const caller of [hod, surgeon, affairs]) {
      expect((await caller.get(`${POOL}/${id}`)).body.data.is_editable).toBe(false)
      for (const answer of [await caller.put(`${POOL}/${id}`, { title: 'x' }), await caller.delete(`${POOL}/${id}`)])
        expect([answer.status, answer.body.message]).toEqual([403, refusal])
    }
    for (const caller of [faculty, principal, admin]) {
      const { status, body } = await caller.put(`${POOL}/${id}`, { title: `By ${caller.userId}` })
      expect([status, body.data.title, body.data.is_editable]).toEqual([200, `By ${caller.userId}`, true])
    }
    const [last] = await at.trailOf('feedback_pool_question', id)
    expect(last.changes).toEqual({ title: [`By ${principal.userId}`, `By ${admin.userId}`] })
    expect((await principal.delete(`${POOL}/${id}`)).body.message).toBe('Question deleted successfully')
    expect((await principal.get(`${POOL}/${id}`)).status).toBe(404)
    const [gone] = await at.trailOf('feedback_pool_question', id)
    expect(gone).toMatchObject({ action: 'delete', changes: { title: [`By ${admin.userId}`, null] } })
  })

  test('by staff of an academic department, who may give it to another', async () => {
    const id = await at.make.poolQuestion({ created_by: faculty.userId, department_id: surgery })
    for (const department_id of [medicine, surgery, null])
      expect((await faculty.put(`${POOL}/${id}`, { department_id })).body.data).toMatchObject({ department_id })
  })

  test('with what is left out as it was, as far as the type has it', async () => {
    const { id } = (await hod.post(POOL, { ...scale, order: 3 })).body.data
    const put = async (change: object) => (await hod.put(`${POOL}/${id}`, change)).body
    expect((await put({ help_text: 'As you saw it', order: 4 })).data).toMatchObject({
      ...scale,
      help_text: 'As you saw it',
      order: 4,
    })
    expect((await put({ options: [] })).errors).toEqual({ options: ['At least one option is required'] })
    expect((await put({ question_type: 'checkbox', validation_rules: { max: 2 } })).data).toMatchObject({
      options: scale.options,
      validation_rules: { max: 2 },
    })
    expect((await put({ options: ['Clear'], department_id: 99_999 })).errors).toEqual({
      validation_rules: ['Maximum must be a whole number from 0 to 1'],
      department_id: ['Department does not exist'],
    })
    expect((await put({ question_type: 'text' })).data).toMatchObject({ options: [], validation_rules: null })
    expect((await put({ question_type: 'select' })).errors).toEqual({ options: ['At least one option is required'] })
  })

  test('not over what somebody else has changed meanwhile', async () => {
    const { id, updated_at } = (await hod.post(POOL, scale)).body.data
    expect((await hod.put(`${POOL}/${id}`, { title: 'One', updated_at })).status).toBe(200)
    const { status, body } = await hod.put(`${POOL}/${id}`, { title: 'Two', updated_at })
    expect([status, body.message]).toEqual([409, CHANGED_MEANWHILE])
  })
})

describe('the lists', () => {
  test('are filtered and searched, by order, of one order the newest first', async () => {
    const department = await at.make.department()
    const of = { department_id: department }
    const second = await at.make.poolQuestion({ ...of, position: 2, title: 'Wards 100%' })
    const older = await at.make.poolQuestion({ ...of, usage_count: 5, question_text: 'How were the WARDS_rounds?' })
    const newer = await at.make.poolQuestion({ ...of, usage_count: 5, question_type: 'rating', help_text: 'in wards' })
    await at.make.poolQuestion({ title: 'Wards' })
    const found = (path: string, query = '') => listed(hod, `${POOL}${path}?department_id=${department}&${query}`)
    const ordered = [newer, older, second]
    expect(await found('')).toEqual(ordered)
    expect(await found('/search', 'q=wards')).toEqual(ordered)
    expect(await found('/search', 'q=100%25')).toEqual([second])
    expect(await found('/search', 'q=wards_&type=text')).toEqual([older])
    expect(await found('', 'type=rating')).toEqual([newer])
    expect(await found('/type/rating')).toEqual([newer])
    expect(await found('/most-used')).toEqual(ordered)
    expect(await found('/recently-created')).toEqual(ordered)
    expect(await found('', 'per_page=2&page=2')).toEqual([second])
    expect(await listed(hod, `${POOL}/department/${department}?q=rounds`)).toEqual([older])
    expect((await hod.get(`${POOL}/department/99999`)).status).toBe(404)
    expect((await hod.get(`${POOL}/type/essay`)).status).toBe(422)
    const { meta } = (await hod.get(`${POOL}?department_id=${department}&per_page=1`)).body
    expect(meta).toEqual({ page: 1, per_page: 1, total: 3 })
  })

  test('of the most used have them first, those of the newest only these', async () => {
    const type = 'url'
    const used = await at.make.poolQuestion({ question_type: type, usage_count: 3, position: 9 })
    const unused = await at.make.poolQuestion({ question_type: type })
    const most = await at.make.poolQuestion({ question_type: type, usage_count: 4, position: 5 })
    expect(await listed(hod, `${POOL}/most-used?type=${type}`)).toEqual([most, used, unused])
    expect(await listed(hod, `${POOL}/recently-created?type=${type}`)).toEqual([most, unused, used])
    expect(await listed(hod, `${POOL}?type=${type}`)).toEqual([unused, most, used])
  })

  test('of who added them have theirs, and of nobody nothing', async () => {
    const teacher = await at.as('faculty', surgery)
    expect(await listed(teacher, `${POOL}/my-questions`)).toEqual([])
    const open = await at.make.poolQuestion({ created_by: teacher.userId })
    const own = await at.make.poolQuestion({ created_by: teacher.userId, is_public: false })
    expect(await listed(teacher, `${POOL}/my-questions`)).toEqual([own, open])
    expect(await listed(hod, `${POOL}/creator/${teacher.userId}`)).toEqual([open])
    expect(await listed(hod, `${POOL}/creator/999999`)).toEqual([])
  })

  test('of types have every one, with how many the caller is shown', async () => {
    const counts = async (caller: typeof hod) => (await caller.get(`${POOL}/types`)).body
    const before = await counts(hod)
    expect(before.meta.total).toBe(QUESTION_TYPES.length)
    expect(before.data.map(({ type }: { type: string }) => type)).toEqual(QUESTION_TYPES)
    expect(before.data[0]).toEqual({ type: 'text', label: 'Text', has_options: false, count: expect.any(Number) })
    await at.make.poolQuestion({ question_type: 'date' })
    await at.make.poolQuestion({ question_type: 'date', is_public: false, department_id: medicine })
    await at.make.poolQuestion({ question_type: 'date', is_public: false, department_id: surgery })
    const dates = ({ data }: typeof before) => data.find(({ type }: { type: string }) => type === 'date').count
    expect(dates(await counts(hod)) - dates(before)).toBe(2)
    expect((await hod.get(`${POOL}/types?per_page=5&page=3`)).body.data).toHaveLength(3)
  })
})

test('the pool is not for clerks and students', async () => {
  const id = await at.make.poolQuestion()
  for (const caller of [clerk, (await student()).caller])
    for (const answer of [
      await caller.get(POOL),
      await caller.get(`${POOL}/${id}`),
      await caller.post(POOL, scale),
      await caller.put(`${POOL}/${id}`, scale),
      await caller.delete(`${POOL}/${id}`),
    ])
      expect(answer.status).toBe(403)
  expect((await at.nobody.get(POOL)).status).toBe(401)
})

test('what questions of the pool belong to is not deleted', async () => {
  const department = await at.make.department()
  await at.make.poolQuestion({ department_id: department })
  await at.make.poolQuestion({ department_id: department })
  const { status, body } = await admin.delete(`/departments/${department}`)
  expect([status, body.message]).toEqual([409, expect.stringMatching(/^Department has 2 questions of the pool\./)])
})
