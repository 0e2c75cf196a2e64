import { createHash } from 'node:crypto'

/**
 * Runs in the page before any other script has arrived: shows the written sign-in in the person's colours, hides it from who
 * is signed in, and remembers what is pressed, and that Login was. The page's own script does what it says (web/features/auth).
 */
const EARLY = `(() => {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const written = document.querySelector('[data-written]')
  if (localStorage.getItem('token')) written.style.visibility = 'hidden'
  written.addEventListener('pointerdown', () => {
    written.dataset.pressed = ''
  })
  for (const over of ['pointerup', 'pointercancel'])
    addEventListener(over, () => delete written.dataset.pressed)
  written.addEventListener('submit', (event) => {
    event.preventDefault()
    written.dataset.written = 'sent'
    const button = written.querySelector('button[type=submit]')
    button.disabled = true
    button.textContent = 'Logging in...'
  })
})()`

/** For the Content-Security-Policy: no other script stands in a page. */
export const EARLY_SCRIPT_HASH = `'sha256-${createHash('sha256').update(EARLY).digest('base64')}'`

/** The page with the sign-in in it, as the build has written it (vite.login.ts), and the script that belongs to it. */
export const withEarlyScript = (page: string): string =>
  page.replace('<script></script>', () => `<script>${EARLY}</script>`)
