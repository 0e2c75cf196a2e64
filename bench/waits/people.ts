import { pdfFile } from '../../e2e/steps.ts'
import type { Shown } from '../browsing.ts'
import type { Person } from './person.ts'
import type { Work } from './work.ts'

const DIALOG = '[role=dialog]'
const GONE: Shown = { selector: DIALOG, isGone: true }
const CHOICES = `${DIALOG} li:nth-child(10) [data-choice]`
const ROWS = 'main table tbody tr:nth-child(5)'
const HEADING = 'main h1'
const GRADED = 5

/** Signs in, takes two registers, grades five works and enters the marks of a group. */
async function teach({ open, press, key, signIn, page }: Person, { registers, grading, marks }: Work): Promise<void> {
  await signIn('faculty@college.test')
  const [first, second] = registers
  const mark = async () => {
    await page.getByRole('button', { name: 'Mark the rest present' }).tap()
    await press('a register saved', `${DIALOG} button:has-text("Save")`, GONE)
  }
  await open('a register by its address', first?.taking ?? '', CHOICES)
  await mark()
  await press('a register by a tap', `[aria-describedby="session-${second?.id}"]`, CHOICES)
  await mark()

  await open('work to grade', grading, `${DIALOG} [data-marks]`)
  const fields = page.locator(`${DIALOG} [data-marks]`)
  for (let nth = 0; nth < GRADED; nth += 1) {
    await fields.nth(nth).fill('15')
    const saved = { selector: `${DIALOG} [role=status]`, text: 'Saved', times: nth + 1 }
    await key('a grade saved', 'Enter', saved)
  }

  await open('marks to enter', marks, `${DIALOG} input[aria-label^="Marks of"]`)
  const entered = page.getByRole('textbox', { name: /^Marks of / })
  for (let nth = 0; nth < (await entered.count()); nth += 1) await entered.nth(nth).fill('12.5')
  await press('marks saved', `${DIALOG} button:has-text("Save")`, GONE)
}

/** Signs in, changes a student's phone number from the list, and adds a student, as whoever keeps the records. */
async function keepRecords({ open, press, signIn, page }: Person, { batchId, newcomer }: Work): Promise<void> {
  await signIn('student-affair@college.test')
  await open('the list of a batch', `/students?batch=${batchId}`, ROWS)
  await press('a form to change', 'main button[aria-label^="Edit "]', `${DIALOG} input`)
  await page.getByRole('dialog').getByLabel('Phone').first().fill('0300 1234567')
  await press('a change saved', `${DIALOG} button:has-text("Save")`, GONE)
  await press('a form to add', 'main button:has-text("Add")', `${DIALOG} input`)
  const form = page.getByRole('dialog')
  for (const [label, text] of Object.entries(newcomer)) await form.getByLabel(label).first().fill(text)
  await press('a student saved', `${DIALOG} button:has-text("Save")`, { selector: DIALOG, text: 'password' })
}

/** Signs in, hands in a task, answers a survey and logs three performances. */
async function learn({ open, press, signIn, page }: Person, work: Work): Promise<void> {
  await signIn('student@college.test')
  await open('a task to hand in', work.handingIn, `${DIALOG} input[type=file]`)
  await page.locator(`${DIALOG} input[type=file]`).first().setInputFiles(pdfFile('history.pdf'))
  await press('work handed in', `${DIALOG} button:has-text("Submit")`, GONE)

  await open('a survey', `/student-feedback-questions/${work.surveyId}`, 'main input[type=radio]')
  await page.getByLabel('4 of 5').check()
  await press('answers sent', 'button:has-text("Submit Survey")', { selector: HEADING, text: 'My Feedback Surveys' })

  await open('the logbook', '/logbook', 'main h1')
  await press('a performance to log', `button[aria-label="Log one: ${work.skill}"]`, `${DIALOG} select`)
  const form = page.getByRole('dialog', { name: 'Log a Performance' })
  await form.getByRole('radio', { name: 'Performed under supervision' }).check()
  await form.getByLabel('Place').fill('Ward 3')
  await form.getByLabel('Supervisor').selectOption({ label: work.supervisor })
  await form.getByLabel('How often').selectOption('3 times')
  await press('three performances logged', `${DIALOG} button:has-text("Save")`, GONE)
}

/** Signs in, reads a report of a group, a student at a glance, and who is eligible. */
async function lead({ open, press, signIn }: Person, { report }: Work): Promise<void> {
  await signIn('hod@college.test')
  await open('a report of a group', report, ROWS)
  await press('a student of it', 'main table a[href^="/students/"]', { selector: 'main', text: ' since ' })
  await open('who is eligible', '/eligibility', 'main table tbody tr, main li')
}

/** Everybody's day, on a phone. */
export const PEOPLE = { teacher: teach, clerk: keepRecords, student: learn, head: lead }
