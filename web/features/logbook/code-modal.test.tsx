import { useQuery } from '@tanstack/react-query'
import { screen } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { logEntries } from '../../../shared/contract/log-entries.ts'
import { logSigning } from '../../../shared/contract/log-signing.ts'
import { logbook } from '../../../shared/contract/logbook.ts'
import { logEntry } from '../../testing/logbook.ts'
import { pageOf, pathsTo, served } from '../../testing/network.ts'
import { renderPage, signedIn } from '../../testing/page.tsx'
import { ownLogbookQuery } from './api.ts'
import { CodeModal } from './CodeModal.tsx'

const student = { id: 11, name: 'Ayesha Khan' }
const waiting = { status: 'logged', decision: null, signed_by: null, signed_at: null } as const
const entries = [logEntry({ ...waiting, id: 91, key: 'key-0091' }), logEntry({ ...waiting, id: 92, key: 'key-0092' })]
const LOOK = { timeout: 8_000 }

/** Answers with what waits and what is signed of the student. */
const standing = (logged: typeof entries, signed: typeof entries) =>
  served(
    [logEntries.list, ({ query }) => pageOf(query.status === 'signed' ? signed : logged)],
    [
      logSigning.makeCode,
      { data: { code: '123456', url: '/logbook?modal=sign&code=123456', expires_at: '2026-11-29' } },
    ],
    [logSigning.makeCodesAhead, { data: [] }],
    [
      logbook.ofStudent,
      { data: { student: { ...student, roll_no: null, status: 'active' }, skills: [], postings: [] } },
    ],
  )

beforeEach(() => signedIn(['student']))

const open = () => renderPage(<CodeModal student={student} supervisorId={8} onClose={() => undefined} />)

test('tells what is signed of the entries, and shows a code for the rest', async () => {
  standing(entries, [])
  open()
  expect(await screen.findByText('123 456')).toBeTruthy()
  standing(entries.slice(1), [logEntry({ id: 91 })])
  expect(
    await screen.findByText('1 performance signed by Dr. Sana Mirza. This is the next code.', {}, LOOK),
  ).toBeTruthy()
  standing([], [logEntry({ id: 91 }), logEntry({ id: 92 })])
  expect(await screen.findByText('Signed by Dr. Sana Mirza.', {}, LOOK)).toBeTruthy()
}, 20_000)

test('asks for the counts as soon as it tells that all is signed, whatever still seems to wait', async () => {
  const Counts = () => <>{useQuery(ownLogbookQuery(student.id)).data?.value.student.name}</>
  const calls = standing(entries, [])
  renderPage(
    <>
      <Counts />
      <CodeModal student={student} supervisorId={8} onClose={() => undefined} />
    </>,
  )
  expect(await screen.findByText('123 456')).toBeTruthy()
  expect(pathsTo(calls, logbook.ofStudent)).toHaveLength(1)
  standing(entries, [logEntry({ id: 91 }), logEntry({ id: 92 })])
  expect(await screen.findByText('Signed by Dr. Sana Mirza.', {}, LOOK)).toBeTruthy()
  await expect.poll(() => pathsTo(calls, logbook.ofStudent)).toHaveLength(2)
}, 20_000)

test('an entry that came back is not told as signed', async () => {
  standing(entries.slice(0, 1), [])
  open()
  expect(await screen.findByText('123 456')).toBeTruthy()
  standing([], [])
  expect(await screen.findByText('Nothing waits for Dr. Sana Mirza any more.', {}, LOOK)).toBeTruthy()
}, 20_000)
