import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { startForgetting } from './core/forgetting.ts'
import { followOtherTabs } from './core/login.ts'
import { keepPage } from './core/offline-page.ts'
import { startOutbox } from './core/outbox.ts'
import { settleAnswers } from './core/outbox-settling.ts'
import { keepCollegeDay } from './core/page-config.ts'
import { makeRouter } from './routes.tsx'
import { printInLight } from './ui/printing.ts'
import './ui/styles-base.ts'
import { cssVariables, theme } from './ui/theme.ts'

keepCollegeDay()
followOtherTabs()
// Before anything that is kept is read.
startForgetting()
settleAnswers(async (entry) => (await import('./features/attendance/settling.api.ts')).settleEntries(entry))
startOutbox()
keepPage()
printInLight()

const root = document.getElementById('root')
if (!root) throw new Error('The page has no #root')
createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      <RouterProvider router={makeRouter()} />
    </MantineProvider>
  </StrictMode>,
)
