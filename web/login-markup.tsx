import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { LoginPage } from './features/auth/LoginPage.tsx'

/** Draws the sign-in by itself. The build writes it down, and the server puts it into the page. */
export const loginMarkup = (): string =>
  renderToString(
    <MemoryRouter>
      <LoginPage />
    </MemoryRouter>,
    // Its ids differ from those of the page that replaces it.
    { identifierPrefix: 'written-' },
  )
