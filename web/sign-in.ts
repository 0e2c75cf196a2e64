import * as z from 'zod/mini'
import { auth, LoginInput } from '../shared/contract/auth.ts'
import { provider } from '../shared/contract/provider.ts'
import { ApiError, messageOf } from './core/api-error.ts'
import { call } from './core/call.ts'
import { getLogin, startLogin, storedLogin } from './core/login.ts'
import { mailConfigured, providerName } from './core/page-config.ts'
import { patiently } from './core/patience.ts'
import { NOT_IMPLEMENTED } from './features/auth/forgot-password.ts'

// Runs the sign-in page of the server (vite.login.ts) with nothing of the app but its calls. The app loads meanwhile,
// and shows the first screen (main.tsx).

const FIELDS = ['email', 'password', 'code'] as const
type Field = (typeof FIELDS)[number]
type Problems = Partial<Record<Field, string>>

function find<E extends Element>(selector: string, within: ParentNode = document): E {
  const element = within.querySelector<E>(selector)
  if (!element) throw new Error(`The written sign-in has no ${selector}`)
  return element
}

const written = find<HTMLElement>('[data-written]')
const button = find<HTMLButtonElement>('button[type=submit]', written)
const waiting = find<HTMLElement>('[role=status]', written)
const toggle = find<HTMLButtonElement>('button[aria-pressed]', written)
const forgot = find<HTMLAnchorElement>('a[href="/forgot-password"]', written)
const elsewhere = find<HTMLButtonElement>('button[data-provider]', written)
const fieldOf = (name: Field) => find<HTMLInputElement>(`[data-path=${name}]`, written)
/** Returns the fields that are present: the code's appears once it is asked for. */
const present = () => FIELDS.filter((name) => written.querySelector(`[data-path=${name}]`))
const { app: source = '', styles = '' } = written.dataset

let isSending = false
let app: 'coming' | 'here' | 'missing' = 'coming'

/** Hands over to the app once it is loaded, or loads a page of its own if it failed. */
function goOn(): void {
  if (app === 'here') written.dispatchEvent(new Event('signed-in'))
  else if (app === 'missing') location.assign('/dashboard')
}

function showSending(sends: boolean): void {
  isSending = sends
  button.disabled = sends
  button.textContent = sends ? 'Logging in...' : 'Login'
}

const WRONG = 'var(--mantine-color-error)'

function say(text: string, color: string): HTMLElement {
  const line = Object.assign(document.createElement('p'), { textContent: text })
  line.setAttribute('role', 'alert')
  line.style.cssText = `margin:5px 0 0;font-size:12px;line-height:1.2;color:${color}`
  return line
}

function showProblem(name: Field, text: string): void {
  const problem = Object.assign(say(text, WRONG), { id: `written-problem-${name}` })
  const field = fieldOf(name)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', problem.id)
  field.style.setProperty('border-color', WRONG)
  field.style.setProperty('color', WRONG)
  field.closest('[data-field]')?.append(problem)
}

function clearProblems(): void {
  for (const problem of written.querySelectorAll('[role=alert]')) problem.remove()
  for (const field of present().map(fieldOf)) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
    field.style.removeProperty('border-color')
    field.style.removeProperty('color')
  }
}

function refuse(problems: Problems): void {
  showSending(false)
  for (const name of present()) if (problems[name]) showProblem(name, problems[name])
  written.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

/** Adds a field for the second factor's code, like that of the email. */
function askForCode(): void {
  const frame = fieldOf('email').closest<HTMLElement>('[data-field]')?.cloneNode(true) as HTMLElement
  const [field, label] = [find<HTMLInputElement>('input', frame), find<HTMLLabelElement>('label', frame)]
  const words = Object.assign(document.createElement('p'), { id: 'written-code-words' })
  words.textContent = 'Of your authenticator app, or one of your recovery codes'
  words.style.cssText = 'margin:0 0 5px;font-size:12px;line-height:1.2;color:var(--mantine-color-dimmed)'
  field.dataset.path = 'code'
  Object.assign(field, {
    id: 'written-code',
    type: 'text',
    inputMode: 'text',
    autocomplete: 'one-time-code',
    value: '',
  })
  field.autocapitalize = 'none'
  field.setAttribute('aria-describedby', words.id)
  Object.assign(label, { id: 'written-code-label', htmlFor: field.id })
  label.firstChild?.replaceWith('Code')
  label.after(words)
  fieldOf('password').closest('[data-field]')?.after(frame)
  field.focus()
}

/** Returns a refusal's texts: each under its field, all others under the last. */
function problemsIn(error: unknown): Problems {
  const { email, code, ...others } = (error instanceof ApiError ? error.errors : undefined) ?? {}
  const rest = Object.values(others).flat().join(' ')
  if (code) return { code: code.join(' ') }
  if (!email && rest === '') return { password: messageOf(error) }
  return { email: email?.join(' ') ?? '', password: rest }
}

async function send(): Promise<void> {
  if (isSending) return
  clearProblems()
  const checked = z.safeParse(LoginInput, Object.fromEntries(present().map((name) => [name, fieldOf(name).value])))
  if (!checked.success) {
    const first = (name: Field) => checked.error.issues.find(({ path }) => path[0] === name)?.message ?? ''
    return refuse({ email: first('email'), password: first('password'), code: first('code') })
  }
  showSending(true)
  const onWait = (isBusy: boolean) => {
    waiting.textContent = isBusy ? 'The server is busy. Trying again…' : ''
  }
  try {
    startLogin(await patiently(() => call(auth.login, { body: checked.data }), { onWait }))
  } catch (error) {
    const problems = problemsIn(error)
    if (!problems.code || present().includes('code')) return refuse(problems)
    showSending(false)
    return askForCode()
  }
  goOn()
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

written.addEventListener('submit', () => void send())
written.addEventListener('input', clearProblems)
toggle.addEventListener('click', () => {
  const isShown = fieldOf('password').type === 'password'
  fieldOf('password').type = isShown ? 'text' : 'password'
  toggle.setAttribute('aria-pressed', String(isShown))
  toggle.setAttribute('aria-label', isShown ? 'Hide what is typed' : 'Show what is typed')
})
forgot.addEventListener('click', (event) => {
  if (mailConfigured()) return
  event.preventDefault()
  clearProblems()
  forgot.after(say(NOT_IMPLEMENTED, 'inherit'))
})
/** Goes to the college's identity provider. */
async function leave(): Promise<void> {
  clearProblems()
  elsewhere.disabled = true
  try {
    location.assign((await call(provider.begin)).location)
  } catch (error) {
    elsewhere.disabled = false
    elsewhere.after(say(messageOf(error), WRONG))
  }
}

elsewhere.textContent = providerName() ?? ''
// Replaces the build's hidden style, as the kit's rule would.
elsewhere.style.display = providerName() ? 'block' : 'none'
elsewhere.addEventListener('click', () => void leave())
// A sign-in in another tab counts here too.
window.addEventListener('storage', () => {
  if (storedLogin()) goOn()
})
// A login that can't be read needs a new sign-in.
if (!getLogin()) written.style.visibility = ''
if (written.dataset.written === 'sent') void send()

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
