import { act, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { attendanceSessions } from '../../../shared/contract/attendance-sessions.ts'
import { students } from '../../../shared/contract/students.ts'
import { clearLogin, startLogin } from '../../core/login.ts'
import { allKept } from '../../offline/device.ts'
import { forgetOthers } from '../../offline/forgetting.ts'
import { entryOf, sendNow } from '../../offline/outbox.ts'
import { HELD, held, pageOf, refuse, served } from '../../testing/network.ts'
import { loginAnswer } from '../../testing/page.tsx'
import { student as studentRecord } from '../../testing/records.ts'
import { beginAnew, college, dialog, open, pressed, rest, save, server, student } from '../../testing/taking.tsx'
import { readTaking } from './kept.api.ts'

beginAnew()

/** The server ends the login, somebody else uses the device, and the first person comes back. */
async function somebodyElseMeanwhile(): Promise<void> {
  clearLogin()
  await forgetOthers()
  startLogin(loginAnswer('other', { id: 8 }))
  await forgetOthers()
  clearLogin()
  startLogin(loginAnswer('again'))
  await sendNow()
}

/** Marks everybody present; the server refuses it, since none of them is in the group any more. */
async function refused(): Promise<void> {
  const asked = server()
  const shown = open()
  await dialog()
  await userEvent.click(rest())
  college.onPost = () => refuse(422, 'x', { submissions: ['Celina is not of this group'] })
  await save()
  await screen.findByText('Failed')
  shown.unmount()
  expect(asked.length).toBeGreaterThan(0)
}

test('whose the refused marks are is asked again once their owner is back', async () => {
  await refused()
  college.roster = [student(9, 'Of Group B')]
  served([
    students.read,
    ({ params: { id } }) =>
      id === 3
        ? refuse(404, 'Student not found.')
        : { data: studentRecord({ id, name: `Known again ${id}`, roll_no: `MBBS-3300${id}` }) },
  ])
  clearLogin()
  await forgetOthers()
  expect(JSON.stringify({ ...localStorage })).not.toMatch(/Ayesha|Celina|MBBS/)
  await somebodyElseMeanwhile()
  await waitFor(() => expect(JSON.stringify(entryOf('attendance:5')?.about)).toContain('Known again 1'))
  open()
  const table = within(await (await dialog()).findByRole('table', { name: 'Your marks' }))
  expect(
    table
      .getAllByRole('row')
      .slice(1)
      .map((one) => one.textContent),
  ).toEqual([
    'MBBS-33001 Known again 1Present',
    'MBBS-33002 Known again 2Present',
    expect.stringMatching(/^ ?Student 3Present$/),
  ])
})

test('marks that were only begun are back for their owner, over the list as the server has it', async () => {
  server()
  const shown = open()
  await dialog()
  await userEvent.click(screen.getByRole('button', { name: /^Mark the rest present/ }))
  shown.unmount()
  await somebodyElseMeanwhile()
  open()
  await dialog()
  expect(pressed('Ayesha')).toEqual(['Present'])
})

test('a register that arrives when its reader has gone is kept for nobody', async () => {
  server()
  served([attendanceSessions.roster, HELD])
  const reading = readTaking(5)
  const { answer } = await held(attendanceSessions.roster)
  clearLogin()
  startLogin(loginAnswer('other', { id: 8 }))
  await act(async () => answer({ ...pageOf(college.roster), session: college.session }))
  await reading
  expect([...(await allKept(7, '')), ...(await allKept(8, 'taking/'))]).toEqual([])
})
