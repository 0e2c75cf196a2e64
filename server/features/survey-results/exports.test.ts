import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import type { QuestionResult } from '../../../shared/contract/feedback/results.ts'
import { dayIn } from '../../core/clock.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { sheetsOf } from '../../testing/workbooks.ts'

const { at, admin, hod, surgeon, medicine, batch, wards, theatre, student } = await furnished()
const ofWards = { department_id: medicine, batch_id: batch, group_id: wards }
const people = [await student(wards), await student(wards), await student(wards, theatre)]
const names: string[] = []
for (const { userId } of people) names.push((await at.stored('users', userId))?.name ?? '')
const path = '/feedback-responses/export'

type Type = QuestionResult['question_type']

/** A survey with a question of each kind of cell, the last one asked first. */
async function survey(fields: Parameters<typeof at.make.survey>[0] = {}) {
  const id = await at.make.survey({ ...ofWards, title: 'Rounds', ...fields })
  const make = (question_type: Type, position: number, options: string[] = []) =>
    at.make.question(id, {
      question_type,
      position,
      question_text: `Of ${question_type}?`,
      options: JSON.stringify(options),
    })
  const asked = {
    yes: await make('boolean', 4),
    several: await make('checkbox', 3, ['A', 'B', 'C']),
    rating: await make('rating', 2),
    text: await make('text', 1),
  }
  return { id, ...asked }
}
const given = (answers: Record<number, unknown>) => ({ answers: JSON.stringify(answers) })

async function exported(id: number, format: string, query = '', caller = hod) {
  const answer = await caller.get(`${path}?survey_id=${id}&format=${format}${query}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-disposition': `attachment; filename="survey-${id}-${dayIn('Asia/Karachi')}.${format}"`,
    'cache-control': 'private, no-store',
  })
  return answer.raw
}
const csv = (raw: Buffer) => parse(raw.toString('utf8'), { bom: true }) as string[][]
const pdf = (raw: Buffer) => textOfPdf(raw).flatMap((page) => page.map(({ text }) => text))

const QUESTIONS = ['1. Of text?', '2. Of rating?', '3. Of checkbox?', '4. Of boolean?']

test('a survey with names: a row for each response, a column for each question', async () => {
  const { id, text, rating, several, yes } = await survey()
  const at_ = '2026-03-01T04:05:00.000Z'
  await at.make.response(id, people[0]?.id ?? 0, { ...given({ [text]: '=1+1', [rating]: 4 }), submitted_at: at_ })
  await at.make.response(id, people[2]?.id ?? 0, {
    ...given({ [text]: 'Two\nlines', [several]: ['A', 'C'], [yes]: false }),
    submitted_at: at_,
  })
  const rolls = [people[0]?.rollNo, people[2]?.rollNo]
  const heading = ['Student ID', 'Student Name', 'Roll Number', 'Submitted', ...QUESTIONS]
  const when = '1 Mar 2026, 09:05'
  expect(csv(await exported(id, 'csv'))).toEqual([
    heading,
    [`${people[0]?.id}`, names[0], rolls[0], when, "'=1+1", '4', '', ''],
    [`${people[2]?.id}`, names[2], rolls[1], when, 'Two\nlines', '', 'A; C', 'No'],
  ])
  const [sheet, about] = await sheetsOf(await exported(id, 'xlsx'))
  expect(sheet?.name).toBe('Responses')
  expect(sheet?.rows[0]).toEqual(heading)
  expect(sheet?.rows[1]).toEqual([people[0]?.id, names[0], rolls[0], when, '=1+1', 4])
  expect(about?.rows).toEqual(
    expect.arrayContaining([
      ['Survey', 'Rounds'],
      ['Status', 'Active'],
      ['Dates', 'No time limit'],
      ['Anonymous', 'No'],
      ['Responses', '2'],
    ]),
  )
  // Only the last of these students is in the group.
  const part = csv(await exported(id, 'csv', `&group_id=${theatre}`, admin))
  expect(part.map(([student]) => student)).toEqual(['Student ID', `${people[2]?.id}`])
  expect(csv(await exported(id, 'csv', `&batch_id=${batch}`))).toHaveLength(3)
})

test('an anonymous survey: what was answered by random ids, with neither person nor time, once there are results', async () => {
  const { id, text, rating } = await survey({ is_anonymous: true, status: 'closed', is_shown: true })
  await at.make.participants(
    id,
    people.map((one) => one.id),
  )
  const answers = new Map<string, string[]>()
  const add = async (n: number) =>
    answers.set(await at.make.anonymousResponse(id, { [text]: `Text ${n}`, [rating]: n }), [
      `Text ${n}`,
      `${n}`,
      '',
      '',
    ])
  for (const n of [1, 2, 3, 4]) await add(n)
  for (const format of ['csv', 'xlsx', 'pdf']) {
    const { status, body } = await hod.get(`${path}?survey_id=${id}&format=${format}`)
    expect([status, body.message]).toEqual([409, 'No results are shown: fewer than 5 students have answered.'])
  }
  expect(await at.trailOf('export', id)).toEqual([])
  await add(5)
  const sorted = [...answers].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row)
  expect(csv(await exported(id, 'csv'))).toEqual([QUESTIONS, ...sorted])
  const [sheet] = await sheetsOf(await exported(id, 'xlsx'))
  expect(sheet?.rows).toEqual([QUESTIONS, ...sorted.map(([text = '', n]) => [text, Number(n)])])
  const printed = pdf(await exported(id, 'pdf'))
  // Three have answered, one of them several times.
  const note = 'The results are of 5 responses: a student may have sent several.'
  expect(printed.join('\n').replaceAll('\n', ' ')).toContain(`Note | ${note}`)
  expect((await sheetsOf(await exported(id, 'xlsx')))[1]?.rows).toContainEqual(['Note', note])
  expect(printed).toEqual(expect.arrayContaining(sorted.map(([text]) => text)))
  for (const name of names) expect(printed.join('\n')).not.toContain(name)
  const refused = await hod.get(`${path}?survey_id=${id}&format=csv&group_id=${wards}`)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['group_id']])
})

test('the results as a document of the college', async () => {
  const days = { start_date: '2126-03-01', end_date: '2126-03-31' }
  const { id, text, rating, several } = await survey({ title: 'Teaching on the ward', ...days })
  for (const [n, { id: studentId }] of people.entries())
    await at.make.response(id, studentId, given({ [text]: `Text ${n}`, [rating]: 3 + n, [several]: ['A'] }))
  const printed = pdf(await exported(id, 'pdf', `&group_id=${wards}`))
  const members = await at.db.selectFrom('student_groups').select('id').where('group_id', '=', wards).execute()
  const from = (line: string, count: number) => printed.slice(printed.indexOf(line), printed.indexOf(line) + count)
  expect(printed.slice(0, 2)).toEqual(['Clinical Medical College', 'Survey Results'])
  const { batch_name, department_name } = (await hod.get(`/feedback-surveys/${id}`)).body.data
  expect(from('Survey | Teaching on the ward', 10)).toEqual([
    'Survey | Teaching on the ward',
    'Status | Planned',
    'Dates | 1 Mar 2126 – 31 Mar 2126',
    `Asks | Wards, ${batch_name}, ${department_name}`,
    'Group | Wards',
    'Anonymous | No',
    `Students Asked | ${members.length}`,
    'Students Answered | 3',
    `Response Rate | ${Math.round((3 / members.length) * 1000) / 10}%`,
    'Responses | 3',
  ])
  expect(from('1. Of text?', 6)).toEqual([
    '1. Of text?',
    'Answered | 3',
    'Answer | Student Name',
    ...names.map((name, n) => `Text ${n} | ${name}`),
  ])
  expect(from('2. Of rating?', 10)).toEqual([
    '2. Of rating?',
    'Answered | 3',
    'Mean | 4',
    'Median | 4',
    'Answer | Responses | Percent',
    '1 | 0 | 0%',
    '2 | 0 | 0%',
    '3 | 1 | 33.3%',
    '4 | 1 | 33.3%',
    '5 | 1 | 33.3%',
  ])
  expect(from('4. Of boolean?', 5).slice(1)).toEqual([
    'Answered | 0',
    'Answer | Responses | Percent',
    'Yes | 0 | 0%',
    'No | 0 | 0%',
  ])
})

test('a document has the first hundred texts of a question, and says so', async () => {
  const id = await at.make.survey({ ...ofWards, is_anonymous: true, status: 'closed', is_shown: true })
  const question = await at.make.question(id)
  const ids = Array.from({ length: 120 }, (_, n) => n)
  await at.db
    .insertInto('feedback_anonymous_responses')
    .values(ids.map((n) => ({ feedback_survey_id: id, answers: JSON.stringify({ [question]: `Text ${n}` }) })))
    .execute()
  const printed = pdf(await exported(id, 'pdf'))
  expect(printed.filter((line) => line.startsWith('Text '))).toHaveLength(100)
  expect(printed).toContain('100 of 120 answers. The CSV and XLSX files have all of them.')
  expect(csv(await exported(id, 'csv'))).toHaveLength(121)
})

test('an export leaves a row in the trail and in the security log', async () => {
  const { id } = await survey()
  await at.make.response(id, people[0]?.id ?? 0)
  await exported(id, 'csv', `&group_id=${wards}`)
  const [row] = await at.trailOf('export', id)
  expect(row).toMatchObject({ actor: { id: hod.userId } })
  expect(row.changes).toEqual({
    what: [null, 'survey responses'],
    format: [null, 'csv'],
    rows: [null, 1],
    filters: [null, { survey_id: id, group_id: wards, format: 'csv' }],
  })
  const { data } = (await admin.get(`/security-log?kind=export&user_id=${hod.userId}`)).body
  expect(data[0]).toMatchObject({ detail: 'survey responses, 1 row, CSV' })
})

test('what is wrong is told by field, and of a foreign survey nothing is', async () => {
  const { id } = await survey()
  for (const [query, fields] of [
    ['', ['survey_id', 'format']],
    [`survey_id=${id}`, ['format']],
    [`survey_id=${id}&format=doc`, ['format']],
    ['survey_id=x&format=csv', ['survey_id']],
  ] as const) {
    const { status, body } = await hod.get(`${path}?${query}`)
    expect([status, Object.keys(body.errors).sort()]).toEqual([422, [...fields].sort()])
  }
  expect((await surgeon.get(`${path}?survey_id=${id}&format=csv`)).status).toBe(404)
  expect((await people[0]?.caller.get(`${path}?survey_id=${id}&format=csv`))?.status).toBe(403)
})
