import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import { pageOf, pathsTo, type SentCall, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { candidate } from '../../testing/records.ts'
import { submission, task } from '../../testing/work.ts'
import { SubmissionsModal } from './SubmissionsModal.tsx'
import { chooseBeside } from './work-beside.ts'

const report = task({ id: 5, name: 'Case report', total_marks: 20, passing_marks: 10 })
const NAMES = ['Ali', 'Bilal', 'Sana', 'Zara']
const files = (...names: string[]) => JSON.stringify(names.map((name) => ({ name, size: 9, sha256: `sum of ${name}` })))
const rows = NAMES.map((name, index) => {
  const student = candidate({ id: index + 1, name, roll_no: `MBBS-${index + 1}` })
  const handedIn = { id: index + 1, student, task: report, marks: name === 'Bilal' ? 12 : null }
  const own = files(...(name === 'Ali' ? ['ali-1.pdf', 'ali-2.pdf'] : [`${name.toLowerCase()}.pdf`]))
  return { student, submission: name === 'Zara' ? null : submission({ ...handedIn, files: own }) }
})

let calls: SentCall[]
let shown: Blob[]
const paths = () => pathsTo(calls, submissions.view)
const viewed = (id: number, name: string) => `/api/task-submissions/${id}/files/${name}/view`

function device({ isWide = true, hasViewer = true } = {}): void {
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: isWide && query.includes('min-width'),
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Object.defineProperty(navigator, 'pdfViewerEnabled', { value: hasViewer, configurable: true })
}

beforeEach(() => {
  device()
  chooseBeside(false)
  shown = []
  URL.createObjectURL = (blob) => `blob:college/${shown.push(blob as Blob)}`
  URL.revokeObjectURL = vi.fn()
  signedIn(['faculty'])
  calls = served(
    [tasks.read, { data: report }],
    [submissions.roster, pageOf(rows)],
    [submissions.view, () => new Response('%PDF-1.7', { headers: { 'content-type': 'application/pdf' } })],
    [
      submissions.update,
      ({ params, body: { marks = null } }) => {
        const row = rows.find(({ submission }) => submission?.id === params.id)?.submission
        return { data: { ...(row ?? submission()), marks } }
      },
    ],
  )
})
afterEach(() => {
  vi.unstubAllGlobals()
  Reflect.deleteProperty(navigator, 'pdfViewerEnabled')
})

async function open() {
  renderPage(<SubmissionsModal taskId={5} onClose={() => {}} />)
  await screen.findByRole('list', { name: 'Students' })
}
const beside = async () => within(await screen.findByRole('region', { name: 'Work beside the marks' }))
const marksOf = (name: string) => screen.getByLabelText(`Marks for ${name}`)
const object = (name: string) => screen.findByLabelText(name, { selector: 'object' })

test('the work of the first student without marks stands beside them, and the next one is read ahead', async () => {
  await open()
  expect(screen.queryByRole('region', { name: 'Work beside the marks' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Work beside', pressed: false }))
  expect((await beside()).getByText('Ali')).toBeTruthy()
  await object('ali-1.pdf')
  expect(shown[0]?.type).toBe('application/pdf')
  await waitFor(() => expect(paths()).toEqual([viewed(1, 'ali-1.pdf'), viewed(3, 'sana.pdf')]))
  await userEvent.click((await beside()).getByRole('button', { name: '2 of 2' }))
  await object('ali-2.pdf')
})

test('the work goes along with the marks: Enter to the next student, Ctrl Enter to the next one without any', async () => {
  chooseBeside(true)
  await open()
  await userEvent.type(marksOf('Ali'), '15{Enter}')
  expect(document.activeElement).toBe(marksOf('Bilal'))
  await object('bilal.pdf')
  marksOf('Ali').focus()
  await userEvent.keyboard('{Control>}{Enter}{/Control}')
  expect(document.activeElement).toBe(marksOf('Sana'))
  await object('sana.pdf')
  // A saved mark does not read the work again.
  expect(paths().filter((path) => path === viewed(3, 'sana.pdf'))).toHaveLength(1)
})

test('the button leads to the next student without marks, and begins again at the end', async () => {
  chooseBeside(true)
  await open()
  await object('ali-1.pdf')
  const next = async () => userEvent.click((await beside()).getByRole('button', { name: 'Next without marks' }))
  marksOf('Ali').focus()
  await next()
  expect(document.activeElement).toBe(marksOf('Sana'))
  await object('sana.pdf')
  await next()
  expect(document.activeElement).toBe(marksOf('Ali'))
})

test('of rows that are passed quickly the work is not read', async () => {
  chooseBeside(true)
  await open()
  await object('ali-1.pdf')
  marksOf('Bilal').focus()
  marksOf('Sana').focus()
  await object('sana.pdf')
  expect(paths()).not.toContain(viewed(2, 'bilal.pdf'))
})

test.each([
  ['a narrow screen', { isWide: false }],
  ['a browser without a viewer', { hasViewer: false }],
])('%s has no such button, whatever was chosen elsewhere', async (_, lacking) => {
  device(lacking)
  chooseBeside(true)
  await open()
  expect(screen.queryByRole('button', { name: 'Work beside' })).toBeNull()
  expect(screen.queryByRole('region', { name: 'Work beside the marks' })).toBeNull()
  expect(paths()).toEqual([])
})
