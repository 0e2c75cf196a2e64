import { act, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { entryOf } from '../../offline/outbox.ts'
import { setReached } from '../../testing/network.ts'
import {
  beginAnew,
  college,
  completedSession,
  dialog,
  give,
  marked,
  onClose,
  open,
  pendingSession,
  posts,
  pressed,
  rest,
  save,
  server,
  stores,
  unmarked,
} from '../../testing/taking.tsx'

beginAnew()

describe.each([
  ['a register that is taken', { ...pendingSession }, unmarked],
  ['one that is updated', { ...completedSession }, marked],
])('what is marked while %s waits', (_, session, roster) => {
  const marksWhileItWaits = async () => {
    Object.assign(college, { session, roster })
    const calls = server()
    open()
    await dialog(session.status === 'completed' ? 'Update Attendance' : 'Take Attendance')
    if (session.status !== 'completed') await userEvent.click(rest())
    await give('Celina', 'Absent')
    await give('Ayesha', 'Leave')
    setReached(false)
    await save()
    expect(await screen.findByText('Waiting')).toBeTruthy()
    await give('Celina', 'Leave')
    return calls
  }
  const isBack = async () => {
    setReached(true)
    act(() => void window.dispatchEvent(new Event('online')))
    await waitFor(() => expect(entryOf('attendance:5')?.state).toBe('saved'))
  }

  test('is in no conflict with that, and saved over it', async () => {
    const calls = await marksWhileItWaits()
    await isBack()
    await dialog('Update Attendance')
    expect(screen.queryByRole('table', { name: 'Marks that differ' })).toBeNull()
    expect([pressed('Ayesha'), pressed('Celina')]).toEqual([['Leave'], ['Leave']])
    const stored = college.session.updated_at
    await save()
    await waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(posts(calls).at(-1)?.body).toMatchObject({ updated_at: stored, submissions: [{ status: 'leave' }] })
  })

  test('is in conflict with what somebody else saves after it', async () => {
    await marksWhileItWaits()
    college.onPost = (body) => {
      const answer = stores(body)
      college.session = { ...college.session, updated_at: 'theirs' }
      return answer
    }
    await isBack()
    expect(await screen.findByRole('table', { name: 'Marks that differ' })).toBeTruthy()
  })
})
