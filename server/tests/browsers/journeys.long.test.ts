import { mkdirSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { newAssessment } from '../../../e2e/assessed.ts'
import { newSession } from '../../../e2e/registers.ts'
import { apiAs, DEMO_PASSWORD } from '../../../e2e/steps.ts'
import { newSurvey } from '../../../e2e/surveys.ts'
import { demoCollege, newTask } from '../../testing/browsers/demo.ts'
import { DESKTOP, type Drive, type OtherBrowser, PHONE, type Size } from '../../testing/browsers/drive.ts'
import { type Path, person } from '../../testing/browsers/person.ts'
import { leftOutText, OTHER_BROWSERS } from '../../testing/browsers/programs.ts'
import { uploads } from '../../testing/browsers/uploads.ts'

const LIMIT = 120_000
/** As WebDriver writes the key. */
const ENTER = '\uE007'
const LATER = { timeout: 60_000 }

for (const kind of OTHER_BROWSERS) if (!kind.start) process.stderr.write(`${leftOutText(kind)}\n`)
const { network, api } = await demoCollege()
const files = uploads()

const button = (name: string | RegExp): Path => ({ role: 'button', name })
const inDialog = (name: string, ...rest: Exclude<Path, unknown[]>[]): Path => [{ role: 'dialog', name }, ...rest]

describe.each(OTHER_BROWSERS)('$name', { timeout: LIMIT }, (kind) => {
  let browser: OtherBrowser
  let page: Drive | undefined

  beforeAll(async () => {
    if (!kind.start) return
    browser = await kind.start()
    process.stdout.write(`journeys in ${browser.version}\n`)
  })
  afterAll(() => browser?.end())
  afterEach(async ({ task }) => {
    network.on()
    const complaints = (await page?.complaints()) ?? []
    if (task.result?.state === 'fail' && page) {
      mkdirSync('test-results', { recursive: true })
      writeFileSync(`test-results/${`${kind.name} ${task.name}`.replaceAll(/\W+/g, '-')}.png`, await page.picture())
    }
    await page?.close()
    page = undefined
    expect(complaints).toEqual([])
  })

  const begin = async (size: Size) => {
    page = await browser.newPage(size)
    return person(page, network.origin)
  }
  const signedIn = async (account: string, size: Size) => {
    const me = await begin(size)
    await me.open('/login')
    await me.fill({ label: /^Email/ }, `${account}@college.test`)
    await me.fill({ label: /^Password/ }, DEMO_PASSWORD)
    await me.click(button('Login'))
    await me.isAt(/\/dashboard$/)
    await me.see({ role: 'heading', name: /^Today/ })
    return me
  }
  const journey = (name: string, walk: (size: Size) => Promise<void>) =>
    describe.each([
      ['a phone', PHONE],
      ['a desktop', DESKTOP],
    ])('%s', (_, size) => {
      test.runIf(kind.start)(name, () => walk(size))
    })

  journey('a person is told what is wrong, signs in, and out', async (size) => {
    const me = await begin(size)
    await me.open('/department')
    await me.isAt(/\/login/)
    await me.click(button('Login'))
    await me.see({ text: 'email is required' })
    await me.fill({ label: /^Email/ }, 'faculty@college.test')
    await me.fill({ label: /^Password/ }, 'wrong-password')
    await me.press(ENTER)
    await me.see({ text: 'Invalid email or password.' })
    await me.fill({ label: /^Password/ }, DEMO_PASSWORD)
    await me.click(button('Login'))
    await me.isAt(/\/department$|\/dashboard$/)
    await me.click(button(/^User menu/))
    await me.click({ role: 'menuitem', name: 'Logout' })
    await me.isAt(/\/login/)
  })

  test.runIf(kind.start)('the columns of Today begin at one height', async () => {
    const me = await signedIn('hod', DESKTOP)
    await me.see({ role: 'heading', name: 'Work to grade' })
    // The upper edge of the highest card, by the left edge of its column.
    const tops = await me.ask<number[]>(`Object.values(Object.fromEntries(
      [...document.querySelector('[aria-labelledby=today] ul').children].reverse()
        .map((card) => card.getBoundingClientRect()).map(({ x, y }) => [x, y])))`)
    expect(tops).toHaveLength(2)
    expect(tops[0]).toBe(tops[1])
  })

  journey('a register is taken without network, a reload included', async (size) => {
    const group = size === PHONE ? 'Group B' : 'Group C'
    const session = await newSession(api, group, kind.name === 'Firefox' ? '05:00' : '06:00', '07:00')
    const me = await signedIn('hod', size)
    await me.open(session.taking)
    const mark = (status: string, nth = 0) =>
      inDialog('Take Attendance', { role: 'list', name: 'Students' }, { role: 'button', name: status, nth })
    await me.see(mark('Absent'))
    await me.keptOnDevice()
    network.off()
    await me.click(mark('Absent'))
    await me.click(mark('Leave', 1))
    await me.reload()
    await me.see(inDialog('Take Attendance', { role: 'status', containing: 'The server cannot be reached' }))
    await me.sees(mark('Absent'), { pressed: 'true' })
    await me.sees(mark('Leave', 1), { pressed: 'true' })
    await me.click(inDialog('Take Attendance', { role: 'button', name: /^Mark the rest present/ }))
    await me.click(inDialog('Take Attendance', { role: 'button', name: 'Save' }))
    await me.see({ text: /Waiting/ })
    expect((await session.now()).status).toBe('pending')
    network.on()
    await expect.poll(async () => (await session.now()).counts, LATER).toMatchObject({ absent: 1, leave: 1 })
  })

  journey('a PDF is handed in, and graded', async (size) => {
    const task = await newTask(api, `Cardiac examination ${kind.name} ${size.width}`)
    const student = await signedIn('student', size)
    await student.open(task.opened('submit'))
    const work: Path = { role: 'dialog', name: 'Submit Task Work' }
    await student.see(work)
    await student.chooseFiles([files.text])
    await student.see({ text: 'File "notes.txt" is not a PDF. Only PDF files are allowed.' })
    await student.chooseFiles([files.pdf, files.urdu])
    await student.fill([work, { label: /^Remarks/ }], 'Seen on ward 3')
    await student.click([work, { role: 'button', name: /^Submit/ }])
    await student.see({ text: 'Work submitted successfully!' })
    await student.gone(work)
    await page?.close()

    const teacher = await signedIn('faculty', size)
    await teacher.open(task.opened('submissions'))
    const all: Path = { role: 'dialog', name: 'View Student Submissions' }
    await teacher.see([all, { text: 'معائنہ.pdf' }])
    await teacher.fill([all, { label: /^Marks/ }], '17')
    await teacher.press(ENTER)
    await teacher.see([all, { text: /Saved/ }])
    const hod = await apiAs(api, 'student')
    const { submission } = (await (await hod.get(`/tasks/${task.id}`)).json()).data
    expect(submission).toMatchObject({ marks: 17 })
  })

  journey('results are entered by keyboard, and kept over a reload', async (size) => {
    const assessment = await newAssessment(api, `Viva ${kind.name} ${size.width}`)
    const me = await signedIn('faculty', size)
    await me.open(assessment.results)
    const marks = (nth: number): Path => ({ role: 'textbox', name: /^Marks of /, nth })
    await me.click(marks(0))
    for (const typed of ['0.1', '0.2', '15.25']) await me.press(typed + ENTER)
    await me.sees(marks(2), { value: '15.25' })
    await me.reload()
    await me.sees(marks(2), { value: '15.25' })
    const { length } = await assessment.rows()
    for (let nth = 3; nth < length; nth += 1) await me.fill(marks(nth), '12.5')
    await me.click(inDialog('Enter Results', { role: 'button', name: 'Save' }))
    await me.see({ text: 'Assessment results saved successfully!' })
    expect((await assessment.marks()).slice(0, 3)).toEqual([0.1, 0.2, 15.25])
  })

  journey('a survey is answered without network', async (size) => {
    const title = `Half of the posting ${kind.name} ${size.width}`
    const survey = await newSurvey(api, title)
    const me = await signedIn('student', size)
    await me.open('/student-feedback?status=pending')
    await me.click([
      { role: 'listitem', containing: title },
      { role: 'link', name: /^Take Survey/ },
    ])
    await me.click({ role: 'radio', name: 'Yes' })
    await me.sees({ role: 'radio', name: 'Yes' }, { checked: true })
    await me.keptOnDevice()
    network.off()
    await me.click({ label: '4 of 5' })
    await me.fill({ role: 'textbox', name: /What helped you most/ }, 'The tutorials. بہت مفید')
    await me.reload()
    await me.see({ role: 'status', containing: 'The server cannot be reached' })
    await me.sees({ label: '4 of 5' }, { checked: true })
    await me.sees({ role: 'textbox', name: /What helped you most/ }, { value: 'The tutorials. بہت مفید' })
    await me.click({ label: 'Tutorials' })
    await me.click(button('Submit Survey'))
    await me.see({ text: /^Your answers are not sent yet/ })
    network.on()
    const student = await apiAs(api, 'student')
    const hasAnswered = async () => (await (await student.get(`/feedback-surveys/${survey}`)).json()).data.has_responded
    await expect.poll(hasAnswered, LATER).toBe(true)
  })
})
