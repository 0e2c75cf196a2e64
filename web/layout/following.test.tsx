import { fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { knowScreen } from '../core/screens.ts'
import { StudentName } from '../parts/StudentName.tsx'
import { renderPage } from '../testing/page.tsx'
import { useFollowing } from './following.ts'

function Followed() {
  useFollowing()
  return <StudentName student={{ id: 11, name: 'Ali Raza' }} />
}

test('a plain link of a row is followed without loading the page anew, and its code comes as it is pointed at', async () => {
  const load = vi.fn(async () => undefined)
  knowScreen('/students/:studentId', load)
  const { router } = renderPage(<Followed />)
  const link = screen.getByRole('link', { name: 'Ali Raza' })
  expect(link.getAttribute('href')).toBe('/students/11')
  await userEvent.hover(link)
  expect(load).toHaveBeenCalled()
  // The browser itself must not follow the link.
  expect(fireEvent.click(link)).toBe(false)
  await waitFor(() => expect(router.state.location.pathname).toBe('/students/11'))
})

test('a new tab, or another button of the mouse, is left to the browser', () => {
  const { router } = renderPage(<Followed />)
  const link = screen.getByRole('link', { name: 'Ali Raza' })
  for (const asked of [{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { button: 1 }])
    expect(fireEvent.click(link, asked), JSON.stringify(asked)).toBe(true)
  expect(router.state.location.pathname).toBe('/')
})
