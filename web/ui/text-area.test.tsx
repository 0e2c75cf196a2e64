import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/page.tsx'
import { TextArea, TextInput } from './fields.tsx'
import { SearchField } from './SearchField.tsx'

test('what is typed runs in its own direction, in every kind of field', () => {
  renderPage(
    <>
      <TextInput label="Name" />
      <TextArea label="Description" />
      <SearchField label="Search" value="" onChange={() => undefined} />
    </>,
  )
  for (const label of ['Name', 'Description', 'Search'])
    expect(screen.getByLabelText(label).getAttribute('dir'), label).toBe('auto')
})
