import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logSigning } from '../../../shared/contract/log-signing.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { logEntry } from '../../testing/logbook.ts'
import { pageOf, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { AheadModal } from './AheadModal.tsx'
import { CodeEntriesModal } from './CodeEntriesModal.tsx'
import { asDeviceEntry } from './code-picture.ts'
import { ToSignPanel } from './ToSignPanel.tsx'

const entry = logEntry({
  key: 'key-0091',
  status: 'logged',
  decision: null,
  signed_by: null,
  signed_at: null,
  attempt: 'repeat',
  patient_age_band: 'elderly',
  patient_sex: 'female',
})
const ahead = {
  code: '111222',
  secret: 'secret',
  student: 'Ayesha',
  entries: [asDeviceEntry(entry)].flatMap((one) => one ?? []),
}

beforeEach(() => signedIn(['faculty']))

test.each([
  ['the list', <ToSignPanel key="1" studentId={undefined} onOpen={() => undefined} />],
  ['a picture', <AheadModal key="2" ahead={ahead} onAgain={() => undefined} onClose={() => undefined} />],
])('%s shows all that is signed, the patient too', async (_, panel) => {
  served([logEntries.list, pageOf([entry])], [skills.list, pageOf([])])
  renderPage(panel)
  expect(await screen.findByText(/ · Repeat · Elderly \(65 and more\), Female/)).toBeTruthy()
})

test('a press on the words ticks the performance: the box alone is small for a finger', async () => {
  served([logEntries.list, pageOf([entry])])
  renderPage(<ToSignPanel studentId={undefined} onOpen={() => undefined} />)
  await userEvent.click(await screen.findByText(/ · Repeat · Elderly/))
  expect(screen.getByRole('button', { name: 'Sign 1 performance' })).toBeTruthy()
})

test('a press on the words under a code leaves that one out, also before the list of the same', async () => {
  const entries = [entry, { ...entry, id: entry.id + 1, performed_on: '2026-11-02' }]
  const under = { student: entry.student, entries, expires_at: '2099-01-01T00:00:00Z', refusal: null }
  served([logEntries.list, pageOf(entries)], [logSigning.readByCode, { data: under }])
  renderPage(
    <>
      <ToSignPanel studentId={undefined} onOpen={() => undefined} />
      <CodeEntriesModal picture={{ code: '111222' }} onAgain={() => undefined} onClose={() => undefined} />
    </>,
  )
  await screen.findByText('Choose all 2')
  await screen.findByRole('button', { name: 'Sign 2 performances' })
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByText(/2 Nov 2026/))
  expect(dialog.getByRole('button', { name: 'Sign 1 performance' })).toBeTruthy()
})
