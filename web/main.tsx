import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { followAddress } from './arriving.ts'
import { followLeaving } from './core/code.ts'
import { followOtherTabs, getLogin, storedLogin } from './core/login.ts'
import { startOpeningCalls } from './core/opening-calls.ts'
import { startCollegeClock } from './core/page-config.ts'
import { keepFocus } from './layout/kept-focus.ts'
import { keepPage } from './offline/page.ts'
import { followRoles, makeRouter } from './routes.tsx'
import { followColourScheme } from './ui/colour-scheme.ts'
import { startOpening, untilShown } from './ui/late.ts'
import { whenIdle } from './ui/later.tsx'
import { printInLight } from './ui/printing.ts'
import './ui/tokens.css'
import './ui/base.css'

type Router = ReturnType<typeof makeRouter>

const AGAIN_MS = 5000

/** Starts the device's work, for which the first screen does not wait. Without network it tries again. */
function startDevice(): void {
  import('./start-device.ts').then(
    (device) => device.startDevice(),
    () => setTimeout(startDevice, AGAIN_MS),
  )
}

function start(): void {
  // Takes over the login that the page of the sign-in has kept meanwhile.
  storedLogin()
  followLeaving()
  startOpening()
  startOpeningCalls()
  startCollegeClock()
  followOtherTabs()
  keepPage()
  // From the first screen on: with the keyboard, people leave it before the browser is idle.
  keepFocus()
  whenIdle(startDevice)
  followColourScheme()
  printInLight()
  const router = makeRouter()
  followRoles(router)
  followAddress(router)
  drawWhenReady(router)
}

function draw(router: Router): void {
  const root = document.getElementById('root')
  if (!root) throw new Error('The page has no #root')
  const app = (
    <StrictMode>
      {/* A transition is drawn in pieces of five milliseconds, with pauses; no screen waits for its parts. */}
      <RouterProvider router={router} useTransitions={false} />
    </StrictMode>
  )
  flushSync(() => createRoot(root).render(app))
}

/** The server's sign-in stays until the first screen is there. */
const written = document.querySelector('[data-written]')

/** Draws once the first screen's code is there, so that it is drawn once, with the answers that have come. */
function drawWhenReady(router: Router): void {
  let isDrawn = false
  const drawOnce = () => {
    if (isDrawn) return
    isDrawn = true
    stop()
    draw(router)
  }
  // Answers that came while code was evaluated are read first.
  const drawNext = () => setTimeout(drawOnce)
  const stop = router.subscribe(({ initialized }) => {
    if (initialized) drawNext()
  })
  if (router.state.initialized) drawNext()
  // Until then the server's sign-in stays, or nothing, and later what waits for the code.
  else if (!written) setTimeout(drawOnce, untilShown())
}

// It signs in by itself (web/sign-in), and the app is ready by then.
if (written && !getLogin()) written.addEventListener('signed-in', start, { once: true })
else start()
