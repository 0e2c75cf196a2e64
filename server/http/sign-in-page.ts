import { hashOf } from './page-scripts.ts'
import { RELOADING_HELPS, UNLOADED } from './unloaded.ts'

/**
 * Runs in the page before any other script has arrived: shows the sign-in in the person's colours, hides it
 * from people who are signed in, and remembers that Login was pressed. The page's own script, which is loaded when the
 * page has been painted, does the rest (web/sign-in); when that can't be loaded, this one says so.
 */
const EARLY = `(() => {
  const chosen = localStorage.getItem('mantine-color-scheme-value')
  const dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = dark ? 'dark' : 'light'
  const written = document.querySelector('[data-written]')
  if (localStorage.getItem('token')) written.style.visibility = 'hidden'
  const button = written.querySelector('button[type=submit]')
  written.addEventListener('submit', (event) => {
    event.preventDefault()
    if (written.dataset.written === 'alone') return
    written.dataset.written = 'sent'
    button.disabled = true
    button.firstElementChild.textContent = 'Logging in...'
  })
  requestAnimationFrame(() => {
    setTimeout(() => {
      const script = document.createElement('script')
      script.type = 'module'
      script.src = written.dataset.script
      document.head.append(script)
    })
  })
  addEventListener('error', ({ target }) => {
    if (!(target instanceof HTMLScriptElement) || !written.isConnected) return
    written.dataset.written = 'alone'
    written.style.visibility = ''
    button.disabled = false
    button.firstElementChild.textContent = 'Login'
    const problem = document.createElement('p')
    problem.setAttribute('role', 'alert')
    problem.className = 'wrong'
    problem.textContent = ${JSON.stringify(`${UNLOADED} ${RELOADING_HELPS}`)}
    button.after(problem)
  }, true)
})()`

/** The script's hash for the Content-Security-Policy: no other script stands in a page. */
export const SIGN_IN_HASH = hashOf(EARLY)

/** The page of the sign-in, as the build has written it (vite.sign-in.ts), and the script that belongs to it. */
export const withSignInScript = (page: string): string =>
  page.replace('<script></script>', () => `<script>${EARLY}</script>`)
