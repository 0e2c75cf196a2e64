import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test } from 'vitest'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { logEntry } from '../../testing/logbook.ts'
import { pageOf, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { AheadModal } from './AheadModal.tsx'
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
