import { MantineProvider } from '@mantine/core'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { LoginPage } from './features/auth/LoginPage.tsx'
import { cssVariables, theme } from './ui/theme.ts'

/** The sign-in as a page of its own, which the build writes down and the server puts into the page. */
export const loginMarkup = (): string =>
  renderToString(
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <MemoryRouter>
        <LoginPage />
      </MemoryRouter>
    </MantineProvider>,
    // Its ids are not those of the page that takes its place.
    { identifierPrefix: 'written-' },
  )
