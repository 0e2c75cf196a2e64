import { describe, expect, test } from 'vitest'
import { CHANGED_MEANWHILE } from '../../../shared/endpoint.ts'
import { furnished, listed } from '../../testing/college.ts'

const { at, admin, principal, affairs, hod, faculty, surgeon, medicine, surgery, batch, wards, theatre, student } =
  await furnished()

const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }
const { id: somebody } = await student(wards)
const closedBatch = await at.make.batch({ status: 'inactive', name: 'Old' })
const closedGroup = await at.make.group(batch, medicine, { status: 'inactive', name: 'Closed' })
const office = await at.make.department({ type: 'non-academic' })

describe('a survey is added', () => {
  test('as a draft of whoever calls, leaving a trail with names', async () => {
    const { status, body } = await faculty.post('/feedback-surveys', {
      ...ofWards,
      title: ' Teaching in the wards ',
      description: ' Two\nlines ',
      start_date: '2026-03-01',
      end_date: '2026-03-01',
      is_anonymous: true,
    })
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body.data).toEqual({
      id: expect.any(Number),
      title: 'Teaching in the wards',
      description: 'Two\nlines',
      ...ofWards,
      department_name: 'Medicine',
      batch_name: 'Batch 2023',
      group_name: 'Wards',
      status: 'draft',
      standing: 'expired',
      start_date: '2026-03-01',
      end_date: '2026-03-01',
      is_anonymous: true,
      allow_multiple_responses: false,
      question_count: 0,
      has_responded: false,
      has_responses: false,
      stays_ended: false,
      created_by: faculty.userId,
      changes_text: null,
      changes_at: null,
      reminded_at: null,
      created_at: expect.any(String),
      updated_at: expect.any(String),
    })
    expect((await faculty.get(`/feedback-surveys/${body.data.id}`)).body.data).toEqual(body.data)
    const [row] = await at.trailOf('feedback_survey', body.data.id)
    expect(row).toMatchObject({ action: 'create', actor: { id: faculty.userId } })
    expect(row.changes).toMatchObject({ group: [null, 'Wards'], is_anonymous: [null, true] })
  })

  test('with a title alone by who sees the college, for every student', async () => {
    for (const caller of [admin, principal, affairs]) {
      const { status, body } = await caller.post('/feedback-surveys', {
        title: 'College',
        status: 'draft',
        end_date: '',
      })
      expect(status).toBe(201)
      expect(body.data).toMatchObject({ department_id: null, batch_id: null, group_id: null, standing: 'draft' })
    }
  })

  test.each<[string, object, object]>([
    ['no title', { title: ' ' }, { title: ['Title is required'] }],
    ['another status', { status: 'active' }, { status: ['A survey begins as a draft: it needs questions first'] }],
    ['no such status', { status: 'open' }, { status: ['Status must be one of: draft, active, closed'] }],
    [
      'a group without its batch',
      { batch_id: null },
      { group_id: ['Choose the department and the batch before the group'] },
    ],
    [
      'a group without its department',
      { department_id: null },
      { group_id: ['Choose the department and the batch before the group'] },
    ],
    [
      'a group of another department',
      { group_id: theatre },
      { group_id: ['The group is not of this batch and department'] },
    ],
    ['a group that is not active', { group_id: closedGroup }, { group_id: ['Group Closed is not active'] }],
    ['no such group', { group_id: 99_999 }, { group_id: ['Group does not exist'] }],
    [
      'a batch that is not active',
      { batch_id: closedBatch, group_id: null },
      { batch_id: ['Batch Old is not active'] },
    ],
    ['no such batch', { batch_id: 99_999, group_id: null }, { batch_id: ['Batch does not exist'] }],
    [
      'a department that teaches nothing',
      { department_id: office, group_id: null },
      { department_id: ['Department must be academic'] },
    ],
    ['no such department', { department_id: 99_999, group_id: null }, { department_id: ['Department does not exist'] }],
    [
      'an end before its start',
      { start_date: '2026-03-02', end_date: '2026-03-01' },
      { end_date: ['End date must be on or after the start date'] },
    ],
    ['no such day', { end_date: '2026-02-30' }, { end_date: ['End date must be a valid date (YYYY-MM-DD)'] }],
    [
      'several fields, of which some do not fit together',
      { title: '', batch_id: null, start_date: '2026-03-02', end_date: '2026-03-01' },
      {
        title: ['Title is required'],
        group_id: ['Choose the department and the batch before the group'],
        end_date: ['End date must be on or after the start date'],
      },
    ],
    [
      'what is compared with no day, and with no id',
      { department_id: 'x', start_date: '2026-02-30', end_date: '2026-01-01' },
      {
        department_id: ['Department does not exist'],
        start_date: ['Start date must be a valid date (YYYY-MM-DD)'],
      },
    ],
    ['a word for yes', { is_anonymous: 'yes' }, { is_anonymous: ['Anonymous must be yes or no'] }],
    [
      'several at once',
      { department_id: office, batch_id: closedBatch, group_id: 99_999, status: 'closed' },
      {
        department_id: ['Department must be academic'],
        batch_id: ['Batch Old is not active'],
        group_id: ['Group does not exist'],
        status: [expect.any(String)],
      },
    ],
  ])('not with %s', async (_, fields, errors) => {
    const before = await at.count('feedback_surveys')
    const { status, body } = await admin.post('/feedback-surveys', { title: 'T', ...ofWards, ...fields })
    expect([status, body.errors]).toEqual([422, errors])
    expect(await at.count('feedback_surveys')).toBe(before)
  })

  test('by the staff of a department for that department alone', async () => {
    for (const fields of [{ department_id: surgery }, {}]) {
      const { status, body } = await hod.post('/feedback-surveys', { title: 'T', ...fields })
      expect([status, body.message]).toEqual([403, 'You can only work with surveys of your own department.'])
    }
    const hidden = await hod.post('/feedback-surveys', { title: 'T', ...ofWards, group_id: theatre })
    expect(hidden.body.errors).toEqual({ group_id: ['Group does not exist'] })
  })
})

describe('a survey is changed', () => {
  test('in what is named, and stays in the rest', async () => {
    const id = await at.make.survey({ ...ofWards, description: 'kept', status: 'draft' })
    const { status, body } = await hod.put(`/feedback-surveys/${id}`, { title: 'Renamed', group_id: null })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({ title: 'Renamed', description: 'kept', group_id: null, batch_id: batch })
    const [row] = await at.trailOf('feedback_survey', id)
    expect(row).toMatchObject({ action: 'update', changes: { group: ['Wards', null] } })
    const alone = await hod.put(`/feedback-surveys/${id}`, { batch_id: null, group_id: wards })
    expect(alone.body.errors).toEqual({ group_id: ['Choose the department and the batch before the group'] })
    const late = await hod.put(`/feedback-surveys/${id}`, { start_date: '2026-03-02' })
    expect(late.status).toBe(200)
    const end = await hod.put(`/feedback-surveys/${id}`, { end_date: '2026-03-01' })
    expect(end.body.errors).toEqual({ end_date: ['End date must be on or after the start date'] })
  })

  test('keeping a batch and a group that are no longer active', async () => {
    const groupId = await at.make.group(batch, medicine)
    const id = await at.make.survey({ ...ofWards, group_id: groupId })
    await at.db.updateTable('groups').set({ status: 'inactive' }).where('id', '=', groupId).execute()
    expect((await hod.put(`/feedback-surveys/${id}`, { ...ofWards, group_id: groupId, title: 'T' })).status).toBe(200)
  })

  test('not over somebody else’s change, nor into a foreign department', async () => {
    const id = await at.make.survey({ department_id: medicine })
    const { updated_at } = (await hod.get(`/feedback-surveys/${id}`)).body.data
    expect((await faculty.put(`/feedback-surveys/${id}`, { title: 'First', updated_at })).status).toBe(200)
    const second = await hod.put(`/feedback-surveys/${id}`, { title: 'Second', updated_at })
    expect([second.status, second.body.message]).toEqual([409, CHANGED_MEANWHILE])
    for (const department_id of [surgery, null])
      expect((await hod.put(`/feedback-surveys/${id}`, { department_id })).status).toBe(403)
  })

  test('no more in whom it asks and what it promises, once somebody has answered', async () => {
    const named = await at.make.survey({ ...ofWards, allow_multiple_responses: true })
    await at.make.response(named, somebody)
    const hidden = await at.make.survey({ ...ofWards, is_anonymous: true, allow_multiple_responses: true })
    await at.make.participants(hidden, [somebody])
    for (const id of [named, hidden]) {
      const { body } = await hod.get(`/feedback-surveys/${id}`)
      expect(body.data.has_responses).toBe(true)
      for (const [change, message] of [
        [{ group_id: null }, 'Whom it asks can no longer change; duplicate the survey instead.'],
        [
          { is_anonymous: !body.data.is_anonymous },
          'Whether it is anonymous can no longer change; duplicate the survey instead.',
        ],
        [{ allow_multiple_responses: false }, 'It goes on allowing multiple responses; duplicate the survey instead.'],
      ] as const) {
        const refused = await hod.put(`/feedback-surveys/${id}`, change)
        expect([refused.status, refused.body.message]).toEqual([409, `This survey has responses. ${message}`])
      }
      expect((await hod.put(`/feedback-surveys/${id}`, { ...body.data, title: 'New title' })).status).toBe(200)
    }
    const once = await at.make.survey(ofWards)
    await at.make.response(once, somebody)
    expect((await hod.put(`/feedback-surveys/${once}`, { allow_multiple_responses: true })).status).toBe(200)
    const unseen = await at.make.survey({ ...ofWards, is_anonymous: true })
    await at.make.participants(unseen, [somebody])
    const refused = await hod.put(`/feedback-surveys/${unseen}`, { allow_multiple_responses: true })
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'This survey has responses. It goes on taking one response of a student; duplicate the survey instead.',
    ])
  })
})

describe('a survey is deleted', () => {
  test('with its questions, leaving a trail', async () => {
    const id = await at.make.survey({ ...ofWards, title: 'Gone', is_anonymous: true })
    const question = await at.make.question(id)
    await at.make.participants(id, [])
    const { status, body } = await faculty.delete(`/feedback-surveys/${id}`)
    expect([status, body.message]).toEqual([200, 'Survey deleted successfully'])
    expect(await at.stored('feedback_questions', question)).toBeUndefined()
    expect((await faculty.get(`/feedback-surveys/${id}`)).status).toBe(404)
    expect(await at.trailOf('feedback_survey', id)).toMatchObject([
      { action: 'delete', changes: { title: ['Gone', null] } },
    ])
  })

  test('not once somebody has answered, and it is not told how many have', async () => {
    const named = await at.make.survey()
    await at.make.response(named, somebody)
    const hidden = await at.make.survey({ is_anonymous: true })
    await at.make.participants(hidden, [somebody])
    for (const id of [named, hidden]) {
      const { status, body } = await admin.delete(`/feedback-surveys/${id}`)
      expect([status, body.message]).toEqual([409, 'This survey has responses. Close it instead.'])
      expect(await at.stored('feedback_surveys', id)).toBeDefined()
    }
  })
})

test('surveys are listed newest first, by what is asked for, to the staff of their department', async () => {
  const first = await at.make.survey({ ...ofWards, title: 'Zebra crossing', status: 'closed' })
  const second = await at.make.survey({ department_id: surgery, description: 'about ZEBRAS', status: 'draft' })
  const third = await at.make.survey({ title: 'zebra of the college', start_date: '2999-01-01' })
  const found = (path: string, caller = admin) => listed(caller, `/feedback-surveys${path}`)
  expect(await found('?q=zebra')).toEqual([third, second, first])
  expect(await found('?q=zebra', hod)).toEqual([first])
  expect(await found('?q=zebra', surgeon)).toEqual([second])
  expect(await found(`?q=zebra&department_id=${medicine}`)).toEqual([first])
  expect(await found(`?q=zebra&batch_id=${batch}`)).toEqual([first])
  expect(await found(`?q=zebra&group_id=${wards}`)).toEqual([first])
  expect(await found('?q=zebra&status=draft')).toEqual([second])
  expect(await found(`/department/${surgery}?q=zebra`)).toEqual([second])
  expect(await found(`/department/${surgery}?q=zebra`, hod)).toEqual([])
  expect(await found(`/batch/${batch}?q=zebra&status=closed`)).toEqual([first])
  expect(await found(`/group/${wards}?q=zebra`)).toEqual([first])
  expect(await found('/active')).not.toContain(third)
  for (const path of ['department/99999', 'batch/99999', 'group/99999'])
    expect((await admin.get(`/feedback-surveys/${path}`)).status).toBe(404)
  for (const id of [second, third]) {
    expect((await hod.get(`/feedback-surveys/${id}`)).status).toBe(404)
    expect((await hod.put(`/feedback-surveys/${id}`, { title: 'Mine' })).status).toBe(404)
    expect((await hod.patch(`/feedback-surveys/${id}/close`)).status).toBe(404)
    expect((await hod.delete(`/feedback-surveys/${id}`)).status).toBe(404)
  }
})
