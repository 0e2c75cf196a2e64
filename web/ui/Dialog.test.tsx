import { screen } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { expect, test } from 'vitest'
import { renderPage } from '../testing/page.tsx'
import { Dialog } from './Dialog.tsx'

function named(): string[] {
  return screen.queryAllByRole('dialog', { name: 'Edit Task', hidden: true }).map(({ tagName }) => tagName)
}

test('a dialog has its name from its first drawing on, for whoever is told of it then', async () => {
  const first: string[][] = []
  function Inside() {
    useLayoutEffect(() => {
      first.push(named())
    }, [])
    return 'Title'
  }
  renderPage(
    <Dialog title="Edit Task" onClose={() => {}}>
      <Inside />
    </Dialog>,
  )
  await screen.findByText('Title')
  expect(first).toEqual([['SECTION']])
})
