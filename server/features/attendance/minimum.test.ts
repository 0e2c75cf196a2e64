import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { dayIn } from '../../core/clock.ts'
import { furnished } from '../../testing/college.ts'
import { textOfPdf } from '../../testing/pdf.ts'
import { partOf } from '../../testing/today.ts'

const { at, admin, student, medicine, batch, wards } = await furnished()

const dayBefore = (days: number) => dayIn('Asia/Karachi', new Date(Date.now() - days * 86_400_000))

/** 44 of 59 are 74.576 %, which is below 75 % and rounds to it. */
const one = await student(wards)
for (let session = 1; session <= 59; session += 1) {
  const held = await at.make.session(wards, { status: 'completed', activity_date: dayBefore(session) })
  await at.make.entry(held, one.id, { status: session <= 44 ? 'present' : 'absent' })
}
const place = `department_id=${medicine}&batch_id=${batch}`

test('44 of 59 has a whole percent, and one decimal to stand beside the minimum', async () => {
  const { body } = await admin.get(`/attendance-submissions/student/${one.id}/record`)
  expect(body.data).toMatchObject([{ rate: 75, precise_rate: 74.6, minimum: 75, may_miss: -1 }])
})

test('a student is not told of 75 % where at least 75 % is not reached', async () => {
  const part = await partOf(one.caller, 'attendance-low')
  expect(part?.lines).toMatchObject([{ detail: expect.stringMatching(/^74\.6%, at least 75%; /), is_urgent: true }])
})

test('a list of those below the minimum prints one decimal, any other one a whole percent', async () => {
  const shares = async (query: string) => {
    const { raw } = await admin.get(`/student-reports/export/csv?${place}${query}`)
    const [columns = [], ...rows] = parse(raw.toString('utf8'), { bom: true }) as string[][]
    return rows.map((row) => row[columns.indexOf('Attendance %')])
  }
  expect(await shares('')).toEqual(['75'])
  expect(await shares('&only=below')).toEqual(['74.6'])
  const { raw } = await admin.get(`/student-reports/export/pdf?${place}&only=below`)
  const printed = textOfPdf(raw)
    .flat()
    .map(({ text }) => text)
    .join('\n')
  expect(printed).toContain('74.6%')
  expect(printed).toContain('Attendance below 75%')
})
