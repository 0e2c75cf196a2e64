import { describe, expect, test } from 'vitest'
import type { NewName } from '../../../shared/contract/import-answers.ts'
import type { Client } from '../../testing/app.ts'
import { furnished } from '../../testing/college.ts'
import { csv, errorsOf, eventsOf, outcomes, preview, statementsOf, upload } from '../../testing/imports.ts'
import { book } from '../../testing/past-imports.ts'

const { at, admin, hod, faculty, surgeon, medicine, wards, clinic, theatre, student } = await furnished()

/** Previews and imports a file with these answers; the last line of the answer. */
async function run(caller: Client, file: string | Buffer, fields: Record<string, string> = {}, name?: string) {
  const { digest } = (await caller.upload('/imports/results/preview', upload(file, fields, name))).body.data
  const answer = await caller.upload('/imports/results', upload(file, { ...fields, digest }, name))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return eventsOf(answer).at(-1) as { type: string; import_id: number; message?: string }
}

const making = (...names: [name: string, department?: string][]) => ({
  making: JSON.stringify(names.map(([name, as = 'Medicine']): NewName => ({ field: 'assessment_id', name, as }))),
})
const all = (texts: Record<string, string>) => ({ mended: JSON.stringify({ all: texts }) })

async function resultsOf(assessment: number) {
  const rows = await at.db
    .selectFrom('assessment_results')
    .select(['student_id', 'marks', 'status', 'remarks'])
    .where('assessment_id', '=', assessment)
    .orderBy('student_id')
    .execute()
  return rows.map(({ marks, status, remarks }) => [marks, status, remarks])
}

const assessmentsOf = (group: number, name: string) =>
  at.db.selectFrom('assessments').selectAll().where('group_id', '=', group).where('name', '=', name).execute()

describe('a file with one result a row', () => {
  test('adds results, updates those that are there, and leaves the trail of their screen', async () => {
    const [ann, ben, cem] = [await student(wards), await student(wards), await student(wards)]
    const id = await at.make.assessment(wards, { name: 'Ward test', total_marks: 50 })
    const known = await at.make.result(id, ben.id, { marks: 20, remarks: 'kept' })
    const file = csv(
      'Roll No;Name;Group;Test;Marks;Out of;Remarks',
      `${ann.rollNo};Person Somebody;Wards;ward TEST;41.5;50;good`,
      `${ben.rollNo};;;Ward test;22;;`,
      `${cem.rollNo};;;Ward test;AB;;`,
    )
    const { rows, missing, unknown } = await preview(hod, 'results', file)
    expect([outcomes(rows), missing, unknown]).toEqual([['create', 'update', 'create'], [], []])
    expect(rows[1]?.changes).toEqual({ Marks: ['20', '22'] })
    expect(rows[0]?.read.Name?.[0]).toBe('Person Somebody')
    expect(rows[2]?.values).toMatchObject({ marks: 'Absent', group_id: 'Wards', department_id: 'Medicine' })
    const done = await run(hod, file)
    expect(done).toEqual({ type: 'done', created: 2, updated: 1, unchanged: 0, import_id: expect.any(Number) })
    expect(await resultsOf(id)).toEqual([
      [41.5, 'submitted', 'good'],
      [22, 'submitted', 'kept'],
      [null, 'absent', null],
    ])
    expect((await at.stored('assessments', id))?.status).toBe('evaluated')
    expect((await at.trailOf('assessment_result', known))[0]).toMatchObject({
      actor: { id: hod.userId },
      changes: { marks: [20, 22] },
    })
    expect(await run(hod, file)).toMatchObject({ created: 0, updated: 0, unchanged: 3, import_id: null })

    expect((await hod.post(`/imports/results/${done.import_id}/undo`)).status).toBe(200)
    expect(await resultsOf(id)).toEqual([[20, 'submitted', 'kept']])
    expect((await at.stored('assessments', id))?.status).toBe('active')
    expect((await at.trailOf('assessment', id))[0]).toMatchObject({ changes: { status: ['evaluated', 'active'] } })
  })

  test('says what is wrong with each row, and imports none', async () => {
    const [ann, ben, left] = [await student(wards), await student(theatre), await student(wards)]
    await at.db.updateTable('students').set({ status: 'suspended' }).where('id', '=', left.id).execute()
    await at.make.assessment(wards, { name: 'Errors', total_marks: 50 })
    for (const type of ['theory', 'practical'] as const) await at.make.assessment(wards, { name: 'Twice', type })
    const row = (roll: string, group: string, test: string, marks: string, more = ',,') =>
      `${roll},Medicine,${group},${test},${marks},${more}`
    const errors = await errorsOf(
      admin,
      'results',
      'Roll No,Department,Group,Assessment,Marks,Max Marks,Type,Day',
      row(ann.rollNo, 'Wards', 'Errors', '51'),
      row(ann.rollNo, 'Wards', 'Errors', '12.345'),
      row(ann.rollNo, 'Wards', 'Errors', 'many'),
      row('MBBS-99999', 'Wards', 'Errors', '1'),
      row(ben.rollNo, '', 'Errors', '1'),
      row(left.rollNo, 'Wards', 'Errors', '1'),
      row(ann.rollNo, 'Clinic', 'Errors', '1'),
      row(ann.rollNo, 'Wards', 'Errors', '7', '100,,'),
      row(ann.rollNo, 'Wards', 'Errors', '7'),
      row(ann.rollNo, 'Wards', 'Twice', '7'),
      row(ann.rollNo, 'Wards', 'Twice', '7', ',Practical,'),
      row(ann.rollNo, 'Wards', 'Unheard of', '7', ',,2099-01-01'),
      row(ann.rollNo, 'Nowhere', 'Errors', ''),
      `,Alchemy,,Errors,1,,,`,
    )
    const name = (await at.stored('users', ben.userId))?.name
    const annName = (await at.stored('users', ann.userId))?.name
    const leftName = (await at.stored('users', left.userId))?.name
    expect(errors).toEqual([
      { marks: ['Marks must be at most 50'] },
      { marks: ['Marks must have at most two decimals'] },
      { marks: ['Write the marks as a number, or "Absent"'] },
      { roll_no: ['No student has the roll number "MBBS-99999"'] },
      { group_id: [`${name} is in no group of Medicine`] },
      { group_id: [`${leftName} is not an active student of Wards`] },
      { group_id: [`${annName} is not an active student of Clinic`] },
      { total_marks: ['"Errors" has 50 marks at most, the file says 100'] },
      { marks: ['Line 9 has marks of the same student in the same assessment'] },
      { assessment_id: ['Wards has several assessments "Twice". Say the type, or name them apart.'] },
      {},
      { held_on: ['Day cannot be in the future'], assessment_id: ['Assessment "Unheard of" does not exist in Wards'] },
      { group_id: ['Group "Nowhere" of Medicine does not exist in Batch 2023'], marks: ['Marks are required'] },
      { roll_no: ['Roll number is required'], department_id: ['Department "Alchemy" does not exist'] },
    ])
  })

  test('with another name beside a roll number is about nobody', async () => {
    const one = await student(wards)
    await at.db.updateTable('users').set({ name: 'Qurat Hameed Siddiqui' }).where('id', '=', one.userId).execute()
    await at.make.assessment(wards, { name: 'Named' })
    const file = (name: string) => csv('Roll No,Name,Assessment,Marks', `${one.rollNo},${name},Named,4`)
    const { rows, digest } = await preview(hod, 'results', file('Bilal Khan'))
    expect(rows[0]).toMatchObject({
      outcome: 'error',
      values: { name: 'Bilal Khan' },
      errors: { roll_no: [`${one.rollNo} is Qurat Hameed Siddiqui`] },
    })
    expect((await hod.upload('/imports/results', upload(file('Bilal Khan'), { digest }))).status).toBe(422)
    for (const name of ['SIDDIQUI Qurat', 'Hamed S.', 'Siddíqui', 'قرت حمید', '-'])
      expect(outcomes((await preview(hod, 'results', file(name))).rows), name).toEqual(['create'])
  })

  test('is of the own department; a hand-written foreign one is refused', async () => {
    const one = await student(theatre)
    const id = await at.make.assessment(theatre, { name: 'Foreign' })
    const file = csv('Roll No,Department,Assessment,Marks', `${one.rollNo},Surgery,Foreign,4`)
    const { rows, digest } = await preview(hod, 'results', file)
    expect(rows[0]?.errors).toEqual({ department_id: ['You can only import results of your own department'] })
    expect((await hod.upload('/imports/results', upload(file, { digest }))).status).toBe(422)
    const foreign = csv('Roll No,Department,Assessment,Marks', `${one.rollNo},Surgery,Forged,4`)
    const forged = { ...making(['Forged', 'Surgery']), ...all({ type: 'Theory' }) }
    expect((await preview(hod, 'results', foreign, forged)).rows[0]?.outcome).toBe('error')
    expect(await run(surgeon, file)).toMatchObject({ created: 1 })
    expect(await resultsOf(id)).toEqual([[4, 'submitted', null]])
  })

  test('asks for the order of days that are ambiguous', async () => {
    const one = await student(wards)
    const file = csv('Roll No,Test,Type,Date,Marks', `${one.rollNo},Dated,Theory,03/04/2024,7`)
    const made = making(['Dated'])
    expect((await preview(faculty, 'results', file, made)).date_question).toMatchObject({ dmy: '2024-04-03' })
    await run(faculty, file, { ...made, date_order: 'dmy' })
    const [stored] = await assessmentsOf(wards, 'Dated')
    expect(stored).toMatchObject({ detail: 'Held on 3 Apr 2024', total_marks: null, created_by: faculty.userId })
  })
})

describe('a file with a column for each assessment', () => {
  test('of clerks: a title, S.No, maxima below the headings, totals, and two groups', async () => {
    const [ann, ben, cem] = [await student(wards), await student(wards), await student(clinic)]
    const file = await book([
      ['Results of 3rd year'],
      ['S.No', 'Roll No', 'Name', 'Test A', 'Viva', 'Total', 'Percentage'],
      ['Max', null, null, 50, '20'],
      [1, ann.rollNo, null, 44, '18', 62, 88.6],
      [2, ben.rollNo, null, 'AB', 12.5, 12.5, 17.9],
      [3, cem.rollNo, null, '30', null, 30, 42.9],
    ])
    const first = await preview(faculty, 'results', file)
    expect(first.notes).toEqual(
      expect.arrayContaining([
        'Taken for marks, each column for the assessment in its heading: Test A, Viva.',
        'Line 3 was taken for the maximum marks of each column.',
      ]),
    )
    expect(first.ignored_columns).toEqual(['S.No', 'Total', 'Percentage'])
    expect(first.unknown).toMatchObject([
      { name: 'Test A', as: 'Medicine', noun: 'assessment', rows: 3 },
      { name: 'Viva', as: 'Medicine', rows: 2 },
    ])
    const made = making(['Test A'], ['Viva'])
    const untyped = await preview(faculty, 'results', file, made)
    expect(untyped.missing[0]).toEqual({ text: 'The file has no column "Type", which results need.', field: 'type' })
    const answers = { ...made, ...all({ type: 'Theory', weightage: '10' }) }
    const typed = await preview(faculty, 'results', file, answers)
    expect([outcomes(typed.rows), typed.unknown]).toEqual([['create', 'create', 'create'], []])
    expect(typed.missing.map(({ field }) => field)).toEqual(['held_on'])
    const done = await run(faculty, file, answers)
    const named = ['Test A', 'Viva'].map((name) => ({ noun: 'assessment', name }))
    expect(done).toMatchObject({ type: 'done', created: 5, updated: 0, unchanged: 0, made: named })

    const [test] = await assessmentsOf(wards, 'Test A')
    expect(test).toMatchObject({ total_marks: 50, type: 'theory', weightage: 10, status: 'evaluated' })
    expect(await resultsOf(test?.id ?? 0)).toEqual([
      [44, 'submitted', null],
      [null, 'absent', null],
    ])
    expect(await assessmentsOf(clinic, 'Test A')).toHaveLength(1)
    expect(await assessmentsOf(clinic, 'Viva')).toHaveLength(0)

    const { body } = await faculty.post(`/imports/results/${done.import_id}/undo`)
    expect(body.data, JSON.stringify(body)).toMatchObject({ undone_by: 'Teacher', created: 5 })
    for (const [group, name] of [
      [wards, 'Test A'],
      [wards, 'Viva'],
      [clinic, 'Test A'],
    ] as const)
      expect(await assessmentsOf(group, name)).toEqual([])
  })

  test('is changed where its marks are, with old and new', async () => {
    const one = await student(wards)
    const id = await at.make.assessment(wards, { name: 'Wide', total_marks: 30, status: 'approved' })
    await at.make.result(id, one.id, { marks: 3 })
    const file = csv('Roll No,Wide,Later', `${one.rollNo},4,5`)
    const answers = { ...making(['Later']), ...all({ type: 'practical' }) }
    const wrongType = await preview(hod, 'results', file, answers)
    expect(wrongType.rows[0]?.errors).toEqual({ type: ['"Wide" is theory'] })
    const typed = { ...making(['Later']), ...all({ type: 'theory' }) }
    const { rows, notes } = await preview(hod, 'results', file, typed)
    expect(notes).toContain('Wide is approved, and would be evaluated again.')
    expect(rows[0]).toMatchObject({
      outcome: 'update',
      changes: { 'Marks of Wide': ['3', '4'], 'Marks of Later': [null, '5'] },
    })
    expect(await run(hod, file, typed)).toMatchObject({ created: 1, updated: 1 })
    expect((await at.stored('assessments', id))?.status).toBe('evaluated')
    const more = csv('Roll No,Wide', `${one.rollNo},6`)
    expect((await preview(hod, 'results', more)).notes.filter((text) => text.includes('evaluated'))).toEqual([])
    await hod.put(`/assessments/${id}`, { status: 'approved' })
    const same = csv('Roll No,Wide', `${one.rollNo},4`)
    expect((await preview(hod, 'results', same)).notes.filter((text) => text.includes('evaluated'))).toEqual([])
  })
})

describe('an import of results is undone', () => {
  test('not once a result was changed, or somebody else entered one', async () => {
    const [ann, ben] = [await student(wards), await student(wards)]
    const file = csv('Roll No,Test,Type,Marks', `${ann.rollNo},Undoing,Theory,7`)
    const { import_id } = await run(admin, file, { ...making(['Undoing']), ...all({ department_id: 'Medicine' }) })
    const [made] = await assessmentsOf(wards, 'Undoing')
    const other = await at.make.result(made?.id ?? 0, ben.id, { marks: 1 })
    const undo = () => admin.post(`/imports/results/${import_id}/undo`)
    expect((await undo()).body.message).toContain('Nothing was undone. "Undoing" cannot be undone')
    await at.db.deleteFrom('assessment_results').where('id', '=', other).execute()
    const [mine] = (await admin.get(`/assessment-results?assessment_id=${made?.id}`)).body.data
    await admin.put(`/assessment-results/${mine.id}`, { marks: 8 })
    const refused = await undo()
    expect([refused.status, refused.body.message]).toEqual([
      409,
      expect.stringMatching(/Nothing was undone\. Line 2: .* in Undoing was changed since\./),
    ])
    expect((await hod.post(`/imports/results/${import_id}/undo`)).status).toBe(404)
    // Once it says again what the import wrote, nothing would be lost.
    await admin.put(`/assessment-results/${mine.id}`, { marks: 7 })
    expect((await undo()).status).toBe(200)
    expect(await assessmentsOf(wards, 'Undoing')).toEqual([])
    expect((await at.stored('departments', medicine))?.name).toBe('Medicine')
  })

  test('not once its assessment has another status, whatever else was changed there', async () => {
    const one = await student(wards)
    const id = await at.make.assessment(wards, { name: 'Restated' })
    const { import_id } = await run(hod, csv('Roll No,Test,Marks', `${one.rollNo},Restated,7`))
    const undo = () => hod.post(`/imports/results/${import_id}/undo`)
    await hod.put(`/assessments/${id}`, { status: 'approved' })
    expect((await undo()).body.message).toBe('Nothing was undone. Line 2: Restated is approved since.')
    await hod.put(`/assessments/${id}`, { status: 'evaluated', detail: 'In the ward' })
    expect((await undo()).status).toBe(200)
    expect(await at.stored('assessments', id)).toMatchObject({ status: 'active', detail: 'In the ward' })
  })
})

test('a preview asks the database as often for forty results as for two', async () => {
  const one = await student(wards)
  const lines = (count: number) => [
    ['Roll No', 'Department', ...Array.from({ length: count }, (_, place) => `Asked ${place}.`)].join(','),
    [one.rollNo, 'Medicine', ...Array.from({ length: count }, () => 7)].join(','),
  ]
  const statements = statementsOf(at, admin, 'results', lines)
  expect(await statements(40)).toBe(await statements(2))
})
