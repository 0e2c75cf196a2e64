import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followOtherTabs, getLogin } from './core/login.ts'
import { startOpeningCalls } from './core/opening-calls.ts'
import { startCollegeClock } from './core/page-config.ts'
import { keepPage } from './offline/page.ts'
import { followRoles, makeRouter } from './routes.tsx'
import { startOpening } from './ui/late.ts'
import { whenIdle } from './ui/later.tsx'
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

startOpening()
startOpeningCalls()
startCollegeClock()
followOtherTabs()
keepPage()
// At the sign-in it can wait until that is there.
if (getLogin()) startDevice()
else whenIdle(startDevice)
printInLight()

const router = makeRouter()
followRoles(router)

function draw(): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const app = (
    <StrictMode>
      <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
        {/* A transition is drawn in pieces of five milliseconds, with pauses; no screen waits for its parts. */}
        <RouterProvider router={router} useTransitions={false} />
      </MantineProvider>
    </StrictMode>
  )
  // At once: nothing can be typed between what it takes over and what it shows.
  flushSync(() => createRoot(root).render(app))
}

/** Takes the place of the sign-in that the server has written: once the screen is there, and not while something is pressed. */
function replace(written: HTMLElement): void {
  if (!router.state.initialized) {
    const stop = router.subscribe(({ initialized }) => {
      if (!initialized) return
      stop()
      replace(written)
    })
    return
  }
  if (written.dataset.pressed === undefined) {
    draw()
    return
  }
  // Wherever the finger is lifted, or begins to scroll, and after the click that this is.
  const over = new AbortController()
  const goOn = () => {
    over.abort()
    setTimeout(() => replace(written))
  }
  for (const end of ['pointerup', 'pointercancel']) window.addEventListener(end, goOn, { signal: over.signal })
}

const written = document.querySelector<HTMLElement>('[data-written]')
if (written) replace(written)
else draw()
