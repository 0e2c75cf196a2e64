import { getLogin, storedLogin } from '../core/login.ts'
import { SignIn } from './sign-in.ts'

// The page of the sign-in runs with nothing of the app but its calls (vite.sign-in.ts). The app loads meanwhile, and
// shows the first screen in this same page (web/main.tsx).

const page = document.querySelector<HTMLElement>('[data-written]')
if (!page) throw new Error('The page has no sign-in')
const { app: source = '', styles = '', written } = page.dataset

let app: 'coming' | 'here' | 'missing' = 'coming'

/** Hands over to the app once it is loaded, or loads a page of its own if it failed. */
function goOn(): void {
  if (app === 'here') page?.dispatchEvent(new Event('signed-in'))
  else if (app === 'missing') location.assign('/dashboard')
}

/** Loads the app while the person types, with its style, so that it never shows without. */
async function bringApp(): Promise<void> {
  const links = [['modulepreload', source], ...styles.split(' ').map((href) => ['stylesheet', href])]
  await Promise.all(
    links.map(
      ([rel, href]) =>
        new Promise((onload, onerror) => {
          document.head.append(Object.assign(document.createElement('link'), { rel, href, onload, onerror }))
        }),
    ),
  )
  await import(/* @vite-ignore */ source)
}

const form = new SignIn(page, goOn)
// A sign-in in another tab counts here too.
window.addEventListener('storage', () => {
  if (storedLogin()) goOn()
})
// A login that can't be read needs a new sign-in.
if (!getLogin()) page.style.visibility = ''
if (written === 'sent') void form.send()

// Runs after the first paint.
requestAnimationFrame(() => {
  setTimeout(async () => {
    app = await bringApp().then(
      () => 'here',
      () => 'missing',
    )
    if (getLogin()) goOn()
  })
})
