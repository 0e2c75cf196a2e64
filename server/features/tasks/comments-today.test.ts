import { expect, test } from 'vitest'
import { furnished } from '../../testing/college.ts'
import { partOf, textsOf } from '../../testing/today.ts'
import { form } from '../../testing/uploads.ts'

const { at, faculty, hod, principal, surgeon, medicine, wards, student } = await furnished()

async function handedIn(name: string) {
  const task = await at.make.task(medicine, [wards], { name })
  const { caller } = await student(wards)
  const { body } = await caller.upload('/task-submissions', form({ task_id: String(task) }, 'a.pdf'))
  return { task, caller, path: `/task-submissions/${body.data.id}` }
}
const say = (who: typeof faculty, path: string) => who.post(`${path}/comments`, { text: 'A word.' })

test('a student is told of returned work until it is sent again', async () => {
  const { task, caller, path } = await handedIn('History')
  await faculty.post(`${path}/return`, { text: 'The findings are missing.' })
  const part = await partOf(caller, 'work-returned')
  expect(part).toMatchObject({ total: 1, lines: [{ text: 'History', detail: 'Medicine: The findings are missing.' }] })
  const to = part?.lines?.[0]?.to ?? ''
  expect(to).toContain(`modal=my-submission&id=${task}`)
  for (const other of [faculty, principal, (await student(wards)).caller])
    expect(await partOf(other, 'work-returned')).toBeUndefined()
  await caller.upload(`${path}/files`, form({}, 'b.pdf'))
  expect(await partOf(caller, 'work-returned')).toBeUndefined()
})

test('comments are news to the student, and to teachers who write in the thread', async () => {
  const { caller, path } = await handedIn('Ward round')
  await say(faculty, path)
  await say(faculty, path)
  const news = await partOf(caller, 'new-comments')
  expect(news).toMatchObject({ total: 2, lines: [{ text: 'Ward round', detail: '2 new comments' }] })
  expect(textsOf(await partOf(faculty, 'new-comments')) ?? []).toEqual([])

  await say(caller, path)
  expect(textsOf(await partOf(faculty, 'new-comments'))).toEqual(['Ward round'])
  for (const other of [hod, surgeon, principal, (await student(wards)).caller])
    expect(await partOf(other, 'new-comments')).toBeUndefined()

  const { body } = await caller.get('/today')
  expect((await caller.post('/today/seen', { kind: 'new-comments', at: body.at })).status).toBe(200)
  expect(await partOf(caller, 'new-comments')).toBeUndefined()
})
