import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { type AuditRow, audit } from '../../shared/contract/audit.ts'
import { pageOf, served } from '../testing/network.ts'
import { renderPage, signedIn } from '../testing/page.tsx'
import { HistoryPanel } from './HistoryPanel.tsx'

test('files that were replaced are named with their SHA-256', async () => {
  signedIn(['admin'])
  const row: AuditRow = {
    id: 1,
    at: '2026-11-22T09:00:00Z',
    actor: { id: 7, name: 'Celina' },
    action: 'replace-file',
    entity: 'task_submission',
    entity_id: 5,
    changes: {
      files: [
        [
          { name: 'a.pdf', sha256: 'aa11' },
          { name: 'b.pdf', sha256: 'bb22' },
        ],
        [{ name: 'c.pdf', sha256: 'cc33' }],
      ],
      marks: [null, 7],
      group_ids: [[], [4, 5]],
      role: [null, 'hod'],
      roles: ['student-affair, Examiner', ''],
      name: ['علی رضا', 'علی حسن'],
    },
  }
  served([audit.list, pageOf([row])])
  renderPage(<HistoryPanel entity="task_submission" id={5} />)
  await userEvent.click(screen.getByRole('button', { name: 'History' }))
  expect(await screen.findByText('Replace File')).toBeTruthy()
  expect(screen.getByText(/^Files:/).textContent).toBe(
    'Files: a.pdf (SHA-256 aa11), b.pdf (SHA-256 bb22) → c.pdf (SHA-256 cc33)',
  )
  expect(screen.getByText(/^Marks:/).textContent).toBe('Marks: – → 7')
  expect(screen.getByText(/^Role:/).textContent).toBe('Role: – → Head of department')
  expect(screen.getByText(/^Roles:/).textContent).toBe('Roles: Student affairs, Examiner → –')
  expect(screen.getByText(/^Group Ids:/).textContent).toBe('Group Ids: [] → 4, 5')
  const named = screen.getByText(/^Name:/)
  expect([...named.querySelectorAll('bdi')].map(({ textContent }) => textContent)).toEqual(['علی رضا', 'علی حسن'])
})
