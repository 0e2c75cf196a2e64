import { screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { notePace } from '../core/pace.ts'
import { renderPage } from '../testing/page.tsx'
import { RecordModal } from './RecordModal.tsx'

const opened = () =>
  renderPage(
    <RecordModal
      title="Edit Task"
      query={{ data: undefined, error: null, refetch: () => undefined }}
      onClose={() => undefined}
    >
      {() => null}
    </RecordModal>,
  )

afterEach(() => notePace(0))

test('a dialog waits a moment for a record that is there soon', async () => {
  notePace(20)
  opened()
  expect(screen.queryByRole('dialog')).toBeNull()
  await screen.findByRole('dialog', { name: 'Edit Task' })
})

test('over a slow network it opens at once', () => {
  notePace(400)
  opened()
  screen.getByRole('dialog', { name: 'Edit Task' })
  screen.getByRole('status', { name: 'Loading' })
})
