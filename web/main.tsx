import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followOtherTabs } from './core/login.ts'
import { keepCollegeDay } from './core/page-config.ts'
import { keepPage } from './offline/page.ts'
import { followRoles, makeRouter } from './routes.tsx'
import { printInLight } from './ui/printing.ts'
import './ui/styles-base.ts'
import { cssVariables, theme } from './ui/theme.ts'

const AGAIN_MS = 5000

/** Beside the first screen, which does not wait for it; a device without network tries again. */
function startDevice(): void {
  import('./start-device.ts').then(
    (device) => device.startDevice(),
    () => setTimeout(startDevice, AGAIN_MS),
  )
}

keepCollegeDay()
followOtherTabs()
keepPage()
startDevice()
printInLight()

const router = makeRouter()
followRoles(router)

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={router} />
    </MantineProvider>
  </StrictMode>,
)
