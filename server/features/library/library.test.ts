import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { furnished, listed } from '../../testing/college.ts'
import { entryForm } from '../../testing/library.ts'

const { at, admin, hod, principal, faculty, affairs, surgeon, medicine, surgery, batch, student } = await furnished()
const otherBatch = await at.make.batch()
const clerk = await at.as('clerk')
const pdf = { name: 'atlas.pdf', content: '%PDF-1.4\nbones' }
const form = (fields: object = {}, file: typeof pdf | undefined = pdf) =>
  entryForm({ title: 'Atlas of anatomy', department_id: medicine, ...fields }, file)

describe('adding an entry', () => {
  test('stores what was said of it, and its file', async () => {
    const { status, body } = await faculty.upload(
      '/libraries',
      form({
        title: '  Atlas of anatomy ',
        detail: 'Third edition',
        batch_id: batch,
        year: '3rd Year',
        type: 'Textbook',
        description: 'Plates 1 to 40\r\nand the index',
        uploaded_by: admin.userId,
        id: 7,
        download_count: 99,
      }),
    )
    expect(status).toBe(201)
    const { id, created_at, updated_at, ...entry } = body.data
    expect(entry).toEqual({
      title: 'Atlas of anatomy',
      detail: 'Third edition',
      department_id: medicine,
      department: { id: medicine, name: 'Medicine' },
      batch_id: batch,
      batch: { id: batch, name: 'Batch 2023' },
      year: '3rd Year',
      type: 'Textbook',
      description: 'Plates 1 to 40\nand the index',
      uploaded_by: faculty.userId,
      uploader: { id: faculty.userId, name: 'Teacher' },
      filename: 'atlas.pdf',
      file_path: `/api/libraries/${id}/download`,
      file_type: 'application/pdf',
      file_size: 14,
      sha256: createHash('sha256').update(pdf.content).digest('hex'),
      download_count: 0,
    })
    expect(created_at).toBe(updated_at)
    expect((await admin.get(`/libraries/${id}`)).body.data).toEqual(body.data)
    const [told] = await at.trailOf('library_entry', id)
    expect(told).toMatchObject({
      action: 'create',
      actor: { id: faculty.userId },
      changes: { title: [null, 'Atlas of anatomy'], filename: [null, 'atlas.pdf'], sha256: [null, entry.sha256] },
    })
  })

  test('needs a title, a department that there is, and a file', async () => {
    const refused = async (fields: object, file?: typeof pdf) => {
      const { status, body } = await admin.upload('/libraries', entryForm(fields as Record<string, string>, file))
      expect(status).toBe(422)
      return body.errors
    }
    expect(await refused({}, pdf)).toEqual({
      title: ['Title is required'],
      department_id: ['Department is required'],
    })
    expect(await refused({ title: 'x', department_id: medicine })).toEqual({ file: ['Filename is required'] })
    expect(await refused({ title: 'x', department_id: 99_999 }, pdf)).toEqual({
      department_id: ['Department does not exist'],
    })
    expect(await refused({ title: 'x', department_id: medicine, batch_id: 99_999 }, pdf)).toEqual({
      batch_id: ['Batch does not exist'],
    })
    expect(await refused({ title: 'x', department_id: medicine, batch_id: 'all', year: '6th Year' }, pdf)).toEqual({
      batch_id: ['Batch does not exist'],
      year: ['Year must be one of: 1st Year, 2nd Year, 3rd Year, 4th Year, 5th Year'],
    })
    expect(await refused({ title: 'x'.repeat(201), department_id: medicine, type: 'y'.repeat(101) }, pdf)).toEqual({
      title: ['Title must be at most 200 characters'],
      type: ['Type must be at most 100 characters'],
    })
  })

  test('takes an empty batch, year and type as none', async () => {
    const { body } = await admin.upload('/libraries', form({ batch_id: '', year: '', type: '', detail: '' }))
    expect(body.data).toMatchObject({ batch_id: null, batch: null, year: null, type: null, detail: null })
  })

  test('is for those who may: to any department, also a foreign one or one of the administration', async () => {
    const office = await at.make.department({ type: 'non-academic' })
    for (const caller of [admin, principal, hod, faculty, affairs])
      expect((await caller.upload('/libraries', form())).status).toBe(201)
    expect((await surgeon.upload('/libraries', form({ department_id: medicine }))).status).toBe(201)
    expect((await hod.upload('/libraries', form({ department_id: office }))).status).toBe(201)
    const before = await at.count('library_entries')
    expect((await clerk.upload('/libraries', form())).status).toBe(403)
    expect((await (await student()).caller.upload('/libraries', form())).status).toBe(403)
    expect((await at.nobody.upload('/libraries', form())).status).toBe(401)
    expect(await at.count('library_entries')).toBe(before)
  })
})

describe('a student', () => {
  test('is shown the entries of the own batch and of none, whatever is asked', async () => {
    const own = await at.make.libraryEntry(surgery, { batch_id: batch, type: 'Own paper' })
    const open = await at.make.libraryEntry(surgery)
    const foreign = await at.make.libraryEntry(medicine, { batch_id: otherBatch, type: 'Foreign paper' })
    const { caller } = await student()
    const ids = await listed(caller, '/libraries?per_page=500')
    expect(ids).toEqual(expect.arrayContaining([own, open]))
    expect(ids).not.toContain(foreign)
    expect(await listed(caller, `/libraries?batch_id=${otherBatch}&type=Foreign%20paper`)).toEqual([])
    expect(await listed(caller, '/libraries?q=Foreign')).toEqual([])
    expect(await listed(caller, '/libraries/types', 'type')).not.toContain('Foreign paper')
    expect(await listed(caller, '/libraries/types', 'type')).toContain('Own paper')
    for (const path of ['', '/download', '/view']) {
      expect((await caller.get(`/libraries/${foreign}${path}`)).status).toBe(404)
      expect((await caller.get(`/libraries/${own}${path}`)).status).toBe(200)
    }
    expect(await listed(hod, '/libraries?per_page=500')).toEqual(expect.arrayContaining([own, open, foreign]))
  })

  test('of no batch is shown those of none', async () => {
    const own = await at.make.libraryEntry(surgery, { batch_id: batch })
    const open = await at.make.libraryEntry(surgery)
    const { id, caller } = await student()
    await at.db.deleteFrom('student_batches').where('student_id', '=', id).execute()
    const ids = await listed(caller, '/libraries?per_page=500')
    expect(ids).toContain(open)
    expect(ids).not.toContain(own)
  })
})

describe('the list', () => {
  test('is filtered and searched, newest first', async () => {
    const department = await at.make.department()
    const papers = { type: 'Past paper', batch_id: otherBatch }
    const first = await at.make.libraryEntry(department, { ...papers, title: 'Paper 100%' })
    const second = await at.make.libraryEntry(department, { type: 'Lecture', detail: 'on PAPER_cuts' })
    const third = await at.make.libraryEntry(department, { ...papers, description: 'a paper', filename: 'x.txt' })
    const fourth = await at.make.libraryEntry(department, { filename: 'paper.docx' })
    const found = (query: string) => listed(clerk, `/libraries?department_id=${department}&${query}`)
    expect(await found('')).toEqual([fourth, third, second, first])
    expect(await found('per_page=2&page=2')).toEqual([second, first])
    expect(await found('type=Past%20paper')).toEqual([third, first])
    expect(await found('q=paper')).toEqual([fourth, third, second, first])
    expect(await found('q=100%25')).toEqual([first])
    expect(await found('q=PAPER_')).toEqual([second])
    expect(await found('q=docx')).toEqual([fourth])
    expect(await found('type=Lecture&q=docx')).toEqual([])
    const { body } = await clerk.get(`/libraries?department_id=${department}&per_page=2`)
    expect(body.meta).toEqual({ page: 1, per_page: 2, total: 4 })
  })

  test('of a batch has what is for every batch too, and no other’s', async () => {
    const department = await at.make.department()
    const own = await at.make.libraryEntry(department, { batch_id: otherBatch })
    const every = await at.make.libraryEntry(department)
    await at.make.libraryEntry(department, { batch_id: batch })
    expect(await listed(clerk, `/libraries?department_id=${department}&batch_id=${otherBatch}`)).toEqual([every, own])
  })

  test('of types counts the entries that the other filters keep', async () => {
    const department = await at.make.department()
    const film = { type: 'Film' }
    await at.make.libraryEntry(department, { ...film, title: 'Suture' })
    await at.make.libraryEntry(department, { ...film, batch_id: batch })
    await at.make.libraryEntry(department, { ...film, batch_id: otherBatch })
    await at.make.libraryEntry(department, { type: 'Slides', batch_id: otherBatch, title: 'Suture' })
    await at.make.libraryEntry(surgery, film)
    const counted = async (query: string) => {
      const { data } = (await clerk.get(`/libraries/types?department_id=${department}${query}`)).body
      return data.map(({ type, count }: { type: string; count: number }) => `${type} ${count}`)
    }
    expect(await counted('')).toEqual(['Film 3', 'Slides 1'])
    expect(await counted(`&batch_id=${batch}`)).toEqual(['Film 2'])
    expect(await counted('&q=suture')).toEqual(['Film 1', 'Slides 1'])
  })

  test('takes a type in whatever case, and shows each once as it is written with a capital', async () => {
    const department = await at.make.department()
    const lower = await at.make.libraryEntry(department, { type: 'past paper' })
    const upper = await at.make.libraryEntry(department, { type: 'Past paper' })
    await at.make.libraryEntry(department, { type: 'Past papers' })
    for (const type of ['past%20paper', 'PAST%20PAPER'])
      expect(await listed(clerk, `/libraries?department_id=${department}&type=${type}`)).toEqual([upper, lower])
    expect((await clerk.get(`/libraries/types?department_id=${department}`)).body.data).toEqual([
      { type: 'Past paper', count: 2 },
      { type: 'Past papers', count: 1 },
    ])
    expect((await clerk.get(`/libraries/${lower}`)).body.data.type).toBe('past paper')
  })

  test('of types has each once, by name, with how many there are', async () => {
    const before = (await clerk.get('/libraries/types')).body
    for (const type of ['Zebra', 'álbum', 'Zebra', 'Book'])
      await at.make.libraryEntry(medicine, { type, batch_id: otherBatch })
    await at.make.libraryEntry(medicine)
    const { data, meta } = (await clerk.get('/libraries/types')).body
    expect(meta.total).toBe(before.meta.total + 3)
    expect(data.filter(({ type }: { type: string }) => ['Zebra', 'álbum', 'Book'].includes(type))).toEqual([
      { type: 'álbum', count: 1 },
      { type: 'Book', count: 1 },
      { type: 'Zebra', count: 2 },
    ])
  })
})

describe('changing an entry', () => {
  test('changes what is sent and leaves the rest, the file and who added it', async () => {
    const id = await at.make.libraryEntry(medicine, { detail: 'old', type: 'Book', batch_id: batch })
    const before = (await admin.get(`/libraries/${id}`)).body.data
    const change = { title: 'New title', department_id: surgery, batch_id: null, filename: 'x.exe', file_path: '/etc' }
    const { status, body } = await admin.put(`/libraries/${id}`, change)
    expect(status).toBe(200)
    expect(body.data).toEqual({
      ...before,
      title: 'New title',
      department_id: surgery,
      department: { id: surgery, name: 'Surgery' },
      batch_id: null,
      batch: null,
      updated_at: body.data.updated_at,
    })
    const [told] = await at.trailOf('library_entry', id)
    expect(told.changes).toEqual({
      title: [before.title, 'New title'],
      department: ['Medicine', 'Surgery'],
      batch: ['Batch 2023', null],
    })
  })

  test('needs title and department, and the version that was read when it is sent', async () => {
    const id = await at.make.libraryEntry(medicine)
    const put = (body: object) => admin.put(`/libraries/${id}`, body)
    expect((await put({ detail: 'x' })).body.errors).toEqual({
      title: ['Title is required'],
      department_id: ['Department is required'],
    })
    expect((await put({ title: 'x', department_id: 99_999 })).body.errors).toEqual({
      department_id: ['Department does not exist'],
    })
    const { updated_at } = (await admin.get(`/libraries/${id}`)).body.data
    const changed = await put({ title: 'y', department_id: medicine, updated_at })
    expect(changed.status).toBe(200)
    const stale = await put({ title: 'z', department_id: medicine, updated_at })
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'This record was changed by someone else. Reload and try again.',
    ])
    expect((await at.stored('library_entries', id))?.title).toBe('y')
  })

  test('is for administrators', async () => {
    const id = await at.make.libraryEntry(medicine, { uploaded_by: hod.userId })
    const body = { title: 'x', department_id: medicine }
    for (const caller of [hod, principal, affairs, clerk, (await student()).caller]) {
      expect((await caller.put(`/libraries/${id}`, body)).status).toBe(403)
      expect((await caller.upload(`/libraries/${id}/file`, form())).status).toBe(403)
      expect((await caller.delete(`/libraries/${id}`)).status).toBe(403)
    }
    expect((await at.nobody.put(`/libraries/${id}`, body)).status).toBe(401)
    expect((await admin.put('/libraries/99999', body)).status).toBe(404)
    expect((await admin.upload('/libraries/99999/file', form())).status).toBe(404)
    expect((await admin.delete('/libraries/99999')).status).toBe(404)
  })
})

test('a deleted entry is gone, and the trail knows what it was', async () => {
  const id = await at.make.libraryEntry(medicine, { title: 'Gone' })
  await admin.get(`/libraries/${id}/download`)
  expect((await admin.delete(`/libraries/${id}`)).body).toEqual({ message: 'Library entry deleted successfully' })
  expect((await admin.get(`/libraries/${id}`)).status).toBe(404)
  expect((await admin.get(`/libraries/${id}/download`)).status).toBe(404)
  const [told] = await at.trailOf('library_entry', id)
  expect(told).toMatchObject({ action: 'delete', changes: { title: ['Gone', null], filename: ['notes.txt', null] } })
})

test('what entries belong to is not deleted', async () => {
  const department = await at.make.department()
  const alone = await at.make.batch()
  await at.make.libraryEntry(department, { batch_id: alone })
  await at.make.libraryEntry(department)
  expect((await admin.delete(`/departments/${department}`)).body.message).toMatch(/^Department has 2 library entries\./)
  expect((await admin.delete(`/batches/${alone}`)).body.message).toMatch(/^Batch has 1 library entry\./)
})
