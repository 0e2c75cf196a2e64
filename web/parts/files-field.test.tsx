import { useForm } from '@mantine/form'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { PDF_FILES } from '../../shared/files.ts'
import { renderPage } from '../testing/page.tsx'
import { useChosenFiles } from './chosen-files.ts'
import { FilesField } from './FilesField.tsx'

const PDF = { name: 'PDF', accept: '.pdf' }

const pdf = (name: string) => new File(['%PDF-1.4'], name, { type: 'application/pdf' })

function Single({ stored = [] }: { stored?: { name: string; size: number }[] }) {
  const fields = useForm({ initialValues: {} })
  const files = useChosenFiles(stored)
  const allowed = { ...PDF_FILES, most: 1 }
  return (
    <>
      <FilesField
        form={{ pending: false, lacksFiles: false, fields }}
        files={files}
        allowed={allowed}
        kind={PDF}
        optional
      />
      <output>{files.names.join()}</output>
    </>
  )
}

test('of a single file the last choice counts, and what is refused leaves it as it is', async () => {
  renderPage(<Single />)
  const field = screen.getByLabelText('PDF file')
  expect(field).toHaveProperty('required', false)
  expect(field).toHaveProperty('multiple', false)
  await userEvent.upload(field, pdf('a.pdf'))
  await userEvent.upload(field, pdf('b.pdf'))
  const chosen = () => within(screen.getByRole('list', { name: 'Chosen file' })).getAllByRole('listitem')
  expect(chosen().map((item) => item.textContent)).toEqual(['b.pdf 8 Bytes'])
  await userEvent.upload(field, new File(['x'], 'c.txt', { type: 'text/plain' }), { applyAccept: false })
  expect(screen.getByText('File "c.txt" is not a PDF. Only PDF files are allowed.')).toBeTruthy()
  expect(chosen()).toHaveLength(1)
  await userEvent.click(screen.getByRole('button', { name: 'Remove b.pdf' }))
  expect(screen.queryByRole('list')).toBeNull()
})

test('another file takes the place of the one that is stored, until it is left out again', async () => {
  renderPage(<Single stored={[{ name: 'old.pdf', size: 1 }]} />)
  await userEvent.upload(screen.getByLabelText('Another PDF file'), pdf('new.pdf'))
  expect(screen.getByRole('status').textContent).toBe('new.pdf')
  await userEvent.click(screen.getByRole('button', { name: 'Remove new.pdf' }))
  expect(screen.getByRole('status').textContent).toBe('old.pdf')
})
