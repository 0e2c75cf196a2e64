import ExcelJS from 'exceljs'
import { describe, expect, test, vi } from 'vitest'
import * as passwords from '../../core/passwords.ts'
import { furnished } from '../../testing/college.ts'
import { csv, errorsOf, eventsOf, imported, outcomes, preview, statementsOf, upload } from '../../testing/imports.ts'
import { sheetsOf } from '../../testing/workbooks.ts'

const { at, admin, hod, faculty, medicine, surgery } = await furnished()

const HEADING =
  'Name,Code,Department,Category,Level,Usual Count,Usual Number a Day,Simulation,Observed Share,Year,Description,Status'

const skillsOf = async (search: string) => (await admin.get(`/skills?search=${search}`)).body.data

describe('an import of skills', () => {
  test('adds skills with their trail, tells no credentials, and the search finds them', async () => {
    const file = csv(
      HEADING,
      'Arterial stab,ART-1,Medicine,Procedure,Performed independently,10,3,yes,20%,4th Year,"Wrist\nfirst",Active',
      'Bone marrow,ART-2,medicine,,ASSISTED,,,No,,2,,inactive',
      'Catgut knot,,SURGERY,,,,,,,,,',
    )
    const { rows, digest, notes } = await preview(admin, 'skills', file)
    expect(outcomes(rows)).toEqual(['create', 'create', 'create'])
    expect([rows[0]?.name, rows[0]?.key, rows[2]?.key, notes]).toEqual(['Arterial stab', 'ART-1', '', []])
    const answer = await admin.upload('/imports/skills', upload(file, { digest }))
    expect(answer.headers).toMatchObject({ 'content-type': 'application/x-ndjson', 'cache-control': 'no-store' })
    const events = eventsOf(answer)
    expect(events[0]).toEqual({ type: 'progress', done: 0, total: 3 })
    expect(events.at(-2)).toEqual({ type: 'progress', done: 3, total: 3 })
    expect(events.at(-1)).toEqual({
      type: 'done',
      created: 3,
      updated: 0,
      unchanged: 0,
      import_id: expect.any(Number),
    })

    const [stab] = await skillsOf('Arterial stab')
    expect(stab).toMatchObject({
      code: 'ART-1',
      department: { id: medicine, name: 'Medicine' },
      category: 'Procedure',
      level: 'independent',
      usual_count: 10,
      usual_a_day: 3,
      allows_simulation: true,
      observed_share: 20,
      year: '4th Year',
      description: 'Wrist\nfirst',
      status: 'active',
    })
    expect(await skillsOf('Bone marrow')).toMatchObject([{ level: 'assisted', year: '2nd Year', status: 'inactive' }])
    expect(await skillsOf('Catgut knot')).toMatchObject([{ department_id: surgery, level: 'supervised', code: null }])
    expect(await at.trailOf('skill', stab.id)).toMatchObject([
      { action: 'create', actor: { id: admin.userId }, changes: { code: [null, 'ART-1'], observed_share: [null, 20] } },
    ])
    expect((await faculty.get('/search?q=arterial')).body.data).toMatchObject([{ kind: 'skill', id: stab.id }])
    expect((await admin.get(`/security-log?kind=credentials-issued&user_id=${admin.userId}`)).body.data).toEqual([])

    // The same file once more changes nothing.
    expect(await imported(admin, 'skills', file)).toEqual({
      type: 'done',
      created: 0,
      updated: 0,
      unchanged: 3,
      import_id: null,
    })
  })

  test('changes those that are there, by code, else by name, and leaves alone what its cells leave empty', async () => {
    const byCode = await at.make.skill(medicine, { name: 'Old word', code: 'UPD-1', category: 'Kept', usual_count: 4 })
    const byName = await at.make.skill(medicine, { name: 'Pleural tap', level: 'assisted' })
    const file = csv(
      'Skill,Skill Code,Dept,Level,Frequency,Simulation,Share of observed,Class,Category,Description',
      'New word,upd-1,Medicine,observed,6,Y,50,3,,',
      'PLEURAL  Tap,UPD-2,Medicine,Performed under supervision,,false,,,,',
    )
    const { rows } = await preview(admin, 'skills', file)
    expect(rows).toMatchObject([
      {
        outcome: 'update',
        changes: {
          Name: ['Old word', 'New word'],
          Code: ['UPD-1', 'upd-1'],
          Level: ['Performed under supervision', 'Observed'],
          'Usual Count': ['4', '6'],
          Simulation: ['No', 'Yes'],
          'Observed Share': ['0%', '50%'],
          Year: [null, '3rd Year'],
        },
      },
      {
        outcome: 'update',
        changes: {
          Name: ['Pleural tap', 'PLEURAL Tap'],
          Code: [null, 'UPD-2'],
          Level: ['Assisted', 'Performed under supervision'],
        },
      },
    ])
    expect(Object.keys(rows[1]?.changes ?? {})).toEqual(['Name', 'Code', 'Level'])
    expect(await imported(admin, 'skills', file)).toMatchObject({ created: 0, updated: 2 })
    expect(await at.stored('skills', byCode)).toMatchObject({ name: 'New word', category: 'Kept', year: '3rd Year' })
    expect(await at.stored('skills', byName)).toMatchObject({ code: 'UPD-2', level: 'supervised' })
    expect((await at.trailOf('skill', byName))[0]).toMatchObject({
      action: 'update',
      actor: { id: admin.userId },
      changes: { code: [null, 'UPD-2'], level: ['assisted', 'supervised'] },
    })
  })

  test('says what is wrong with each row, and imports none of them', async () => {
    await at.make.skill(medicine, { name: 'First of two', code: 'MIX-1' })
    await at.make.skill(medicine, { name: 'Second of two', code: 'MIX-2' })
    const office = await at.make.department({ name: 'Office', type: 'non-academic' })
    const before = await at.count('skills')
    const file = csv(
      HEADING,
      'Good,,Medicine,,,,,,,,,',
      ',NEW-1,Medicine,,alone,0,many,perhaps,101,9th Year,,pending',
      'No place,,,,,,,,,,,',
      'Nowhere,,Alchemy,,,,,,,,,',
      'Filing,,Office,,,,,,,,,',
      'Second of two,MIX-1,Medicine,,,,,,,,,',
      'Long,0123456789012345678901234567890,Medicine,,,1.5,-1,,,,,',
      'Lost,#N/A,Medicine,,,,,,,,,',
    )
    const { rows, digest } = await preview(admin, 'skills', file)
    expect(rows.map(({ errors }) => errors)).toEqual([
      {},
      {
        name: ['Skill name is required'],
        level: ['Level must be one of: observed, assisted, supervised, independent'],
        usual_count: ['Usual count must be at least 1'],
        usual_a_day: ['Usual number a day must be a whole number'],
        allows_simulation: ['Write yes or no'],
        observed_share: ['Observed share must be at most 100'],
        year: ['Year must be one of: 1st Year, 2nd Year, 3rd Year, 4th Year, 5th Year'],
        status: ['Status must be one of: active, inactive'],
      },
      { department_id: ['Department is required'] },
      { department_id: ['Department "Alchemy" does not exist'] },
      { department_id: ['Department must be academic'] },
      { code: ['This is the code of "First of two", while another skill has the name'] },
      {
        code: ['Code must be at most 30 characters'],
        usual_count: ['Usual count must be a whole number'],
        usual_a_day: ['Usual number a day must be at least 1'],
      },
      { code: ['The cell shows the error #N/A. Put the value itself there.'] },
    ])
    const refused = await admin.upload('/imports/skills', upload(file, { digest }))
    expect([refused.status, refused.body.errors.file.length, refused.body.errors.file[1]]).toEqual([
      422,
      7,
      'Line 4: Department is required',
    ])
    expect(await at.count('skills')).toBe(before)
    await at.db.deleteFrom('departments').where('id', '=', office).execute()
  })

  test('finds rows that are there twice, in one department', async () => {
    await at.make.skill(medicine, { name: 'Known twice', code: 'TWI-9' })
    expect(
      await errorsOf(
        admin,
        'skills',
        'Name,Code,Department',
        'Twin,TWI-1,Medicine',
        'TWIN,,medicine',
        'Other,twi-1,Medicine',
        'Twin,TWI-1,Surgery',
        'Known twice,,Medicine',
        ',TWI-9,Medicine',
      ),
    ).toEqual([
      { code: ['Line 4 has the same code'], name: ['Line 3 has the same name'] },
      { name: ['Line 2 has the same name'] },
      { code: ['Line 2 has the same code'] },
      {},
      { name: ['Line 7 is about the same skill'] },
      { name: ['Line 6 is about the same skill'] },
    ])
  })

  test('is by a head for the own department, which needs no column', async () => {
    const foreign = await at.make.skill(surgery, { name: 'Foreign stitch', code: 'FOR-1' })
    expect(
      await errorsOf(
        hod,
        'skills',
        'Name,Code,Department',
        'Own,,Medicine',
        'Foreign stitch,,Surgery',
        ',FOR-1,Surgery',
        'Foreign stitch,FOR-1,',
      ),
    ).toEqual([
      {},
      { department_id: ['You can only import skills of your own department'] },
      {
        name: ['Skill name is required'],
        department_id: ['You can only import skills of your own department'],
      },
      {},
    ])
    const file = csv('Skill,Level', 'Own without a column,Assisted')
    expect((await preview(hod, 'skills', file)).notes).toEqual([
      'Skills without a department were taken for your own, Medicine',
    ])
    expect((await preview(hod, 'skills', csv('Skill,Department', 'Own,Medicine'))).notes).toEqual([])
    expect(await imported(hod, 'skills', file)).toMatchObject({ created: 1 })
    expect(await skillsOf('Own without a column')).toMatchObject([{ department_id: medicine, level: 'assisted' }])
    expect(await at.stored('skills', foreign)).toMatchObject({ name: 'Foreign stitch', updated_at: expect.anything() })
    expect((await faculty.upload('/imports/skills/preview', upload(file))).status).toBe(403)
  })

  test('is refused as a whole when the records are not those of the preview', async () => {
    const file = csv('Name,Department', 'Stale one,Medicine', 'Stale two,Medicine')
    const { digest } = await preview(admin, 'skills', file)
    await at.make.skill(medicine, { name: 'Stale two' })
    const refused = await admin.upload('/imports/skills', upload(file, { digest }))
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'The records have changed since the preview. Look at the preview again.',
    ])
    const again = csv('Name,Department', 'Late one,Medicine', 'Late two,Medicine')
    const spy = vi.spyOn(passwords, 'initialPasswords').mockImplementationOnce(async () => {
      await at.make.skill(medicine, { name: 'Late two' })
      return []
    })
    expect(await imported(admin, 'skills', again)).toMatchObject({ type: 'failed', status: 409 })
    spy.mockRestore()
    for (const name of ['Stale one', 'Late one']) expect(await skillsOf(name)).toEqual([])
  })

  test('needs a name or a code', async () => {
    const { body } = await admin.upload('/imports/skills/preview', upload(csv('Department,Level', 'Medicine,Assisted')))
    expect(body.errors.file[0]).toBe('The file has neither a column "Name" nor a column "Code"')
  })

  test('reads a workbook, whose percentages are of a hundred', async () => {
    const book = new ExcelJS.Workbook()
    const sheet = book.addWorksheet('Skills')
    sheet.addRow(['Name', 'Department', 'Simulation', 'Observed Share', 'Year', 'Usual Count'])
    sheet.addRow(['Booked', 'Medicine', true, 0.29, 5, 12]).getCell(4).numFmt = '0%'
    sheet.addRow(['All seen', 'Medicine', false, 1, '1st year', 1]).getCell(4).numFmt = '0.0%'
    await imported(admin, 'skills', Buffer.from(await book.xlsx.writeBuffer()))
    expect(await skillsOf('Booked')).toMatchObject([
      { allows_simulation: true, observed_share: 29, year: '5th Year', usual_count: 12 },
    ])
    expect(await skillsOf('All seen')).toMatchObject([
      { allows_simulation: false, observed_share: 100, year: '1st Year' },
    ])
  })

  test('has a template with its columns, which says what they take', async () => {
    const { raw } = await hod.get('/imports/skills/template?format=xlsx')
    const [first, second] = await sheetsOf(raw)
    expect(first?.rows[0]).toEqual(HEADING.split(','))
    const help = new Map(second?.rows.map(([heading, text]) => [heading, String(text)]))
    expect(help.get('Department')).toBe('One of: Medicine. Your own when left empty')
    expect(help.get('Level')).toContain('Performed under supervision')
    expect(help.get('Empty cells')).toBe('Leave what is stored as it is')
    expect((await admin.get('/imports/skills/template')).raw.toString('utf8')).toContain(HEADING)
  })

  test('asks no more of the database for more rows', async () => {
    const row = (n: number) => `Skill ${n},C-${n},Medicine`
    const rows = (count: number) => ['Name,Code,Department', ...Array.from({ length: count }, (_, n) => row(n))]
    const statements = statementsOf(at, admin, 'skills', rows)
    const few = await statements(2)
    expect(few).toBeGreaterThan(0)
    expect(await statements(1_000)).toBe(few)
  })
})
