import * as z from 'zod/mini'
import { auth, LoginInput } from '../shared/contract/auth.ts'
import { ApiError, messageOf } from './core/api-error.ts'
import { call } from './core/call.ts'
import { getLogin, startLogin } from './core/login.ts'
import { patiently } from './core/patience.ts'

// The page of the sign-in that the server has written (vite.login.ts): signs in with nothing of the app but its calls, and
// fetches the app meanwhile, which then takes the page's place (main.tsx).

const FIELDS = ['email', 'password'] as const
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
const fieldOf = (name: Field) => find<HTMLInputElement>(`[data-path=${name}]`, written)
const { app: source = '', styles = '' } = written.dataset

let form: 'open' | 'sending' | 'refused' | 'done' | 'taken over' = getLogin() ? 'done' : 'open'
let app: 'coming' | 'here' | 'missing' = 'coming'

/** The app takes over once it is here and nothing is under way or to be read; a page of its own where it could not come. */
function goOn(): void {
  if (form !== 'open' && form !== 'done') return
  if (app === 'here') takeOver()
  else if (app === 'missing' && form === 'done') location.assign('/dashboard')
}

function takeOver(): void {
  form = 'taken over'
  import(/* @vite-ignore */ source).catch(() => {
    app = 'missing'
    form = getLogin() ? 'done' : 'open'
    if (written.dataset.written === 'sent') void send()
    else goOn()
  })
}

function showSending(isSending: boolean): void {
  button.disabled = isSending
  button.textContent = isSending ? 'Logging in...' : 'Login'
}

const WRONG = 'var(--mantine-color-error)'
const frameOf = (field: HTMLInputElement) => field.closest<HTMLElement>('.mantine-Input-input') ?? field

function showProblem(name: Field, text: string): void {
  const problem = Object.assign(document.createElement('p'), { id: `written-problem-${name}`, textContent: text })
  problem.setAttribute('role', 'alert')
  problem.style.cssText = `margin:5px 0 0;font-size:12px;line-height:1.2;color:${WRONG}`
  const field = fieldOf(name)
  field.setAttribute('aria-invalid', 'true')
  field.setAttribute('aria-describedby', problem.id)
  frameOf(field).style.setProperty('border-color', WRONG)
  field.style.setProperty('color', WRONG)
  field.closest('.mantine-InputWrapper-root')?.append(problem)
}

function clearProblems(): void {
  for (const problem of written.querySelectorAll('[role=alert]')) problem.remove()
  for (const field of FIELDS.map(fieldOf)) {
    field.removeAttribute('aria-invalid')
    field.removeAttribute('aria-describedby')
    frameOf(field).style.removeProperty('border-color')
    field.style.removeProperty('color')
  }
}

function refuse(problems: Problems): void {
  form = 'refused'
  showSending(false)
  for (const name of FIELDS) if (problems[name]) showProblem(name, problems[name])
  written.querySelector<HTMLElement>('[aria-invalid]')?.focus()
}

function problemsIn(error: unknown): Problems {
  const errors = error instanceof ApiError ? error.errors : undefined
  const said = FIELDS.flatMap((name) => (errors?.[name] ? [[name, errors[name].join(' ')]] : []))
  return said.length > 0 ? Object.fromEntries(said) : { password: messageOf(error) }
}

async function send(): Promise<void> {
  if (form === 'sending') return
  written.dataset.written = ''
  clearProblems()
  const checked = z.safeParse(LoginInput, { email: fieldOf('email').value, password: fieldOf('password').value })
  if (!checked.success) {
    const first = (name: Field) => checked.error.issues.find(({ path }) => path[0] === name)?.message ?? ''
    return refuse({ email: first('email'), password: first('password') })
  }
  form = 'sending'
  showSending(true)
  const onWait = (isBusy: boolean) => {
    waiting.textContent = isBusy ? 'The server is busy. Trying again…' : ''
  }
  try {
    startLogin(await patiently(() => call(auth.login, { body: checked.data }), { onWait }))
    form = 'done'
    goOn()
  } catch (error) {
    refuse(problemsIn(error))
  }
}

/** Fetches the app while the person types; with its style, so that it is not seen without. */
async function fetchApp(): Promise<void> {
  const links = [['modulepreload', source], ...styles.split(' ').map((href) => ['stylesheet', href])]
  await Promise.all(
    links.map(async ([rel, href]) => {
      const { promise, resolve, reject } = Promise.withResolvers()
      const link = Object.assign(document.createElement('link'), { rel, href, onload: resolve, onerror: reject })
      document.head.append(link)
      await promise
    }),
  )
}

written.addEventListener('submit', () => {
  // What is sent while the app takes over, the app sends.
  if (form !== 'taken over') void send()
})
written.addEventListener('input', () => {
  if (form !== 'refused') return
  clearProblems()
  form = 'open'
  goOn()
})
toggle.addEventListener('click', () => {
  const isShown = fieldOf('password').type === 'password'
  fieldOf('password').type = isShown ? 'text' : 'password'
  toggle.ariaPressed = String(isShown)
  toggle.ariaLabel = isShown ? 'Hide what is typed' : 'Show what is typed'
})
if (written.dataset.written === 'sent') void send()

// After the page has been painted.
requestAnimationFrame(() => {
  setTimeout(async () => {
    app = await fetchApp().then(
      () => 'here',
      () => 'missing',
    )
    goOn()
  })
})
