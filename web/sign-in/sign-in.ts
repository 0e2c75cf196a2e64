import * as z from 'zod/mini'
import { auth, LoginInput } from '../../shared/contract/auth.ts'
import { provider } from '../../shared/contract/provider.ts'
import { ApiError, messageOf } from '../core/api-error.ts'
import { call } from '../core/call.ts'
import { startLogin } from '../core/login.ts'
import { mailConfigured, providerName } from '../core/page-config.ts'
import { patiently } from '../core/patience.ts'
import { takeSignInNews } from '../core/sign-in-news.ts'
import { NOT_IMPLEMENTED } from '../features/auth/forgot-password.ts'

const FIELDS = ['email', 'password', 'code'] as const
type Field = (typeof FIELDS)[number]
type Problems = Partial<Record<Field, string>>

/** Runs the form of the page (sign-in.html). `signedIn` is called when the login is stored. */
export class SignIn {
  readonly #page: HTMLElement
  readonly #button: HTMLButtonElement
  readonly #signedIn: () => void

  constructor(page: HTMLElement, signedIn: () => void) {
    this.#page = page
    this.#signedIn = signedIn
    this.#button = this.#find<HTMLButtonElement>('button[type=submit]')
    this.#showNews()
    this.#showProvider()
    page.addEventListener('submit', (event) => {
      event.preventDefault()
      void this.send()
    })
    page.addEventListener('input', () => this.#clearProblems())
    this.#letShowPassword()
    const forgot = this.#find('a[href="/forgot-password"]')
    forgot.addEventListener('click', (event) => {
      if (mailConfigured()) return
      event.preventDefault()
      this.#clearProblems()
      forgot.after(spoken(NOT_IMPLEMENTED))
    })
  }

  #find<E extends HTMLElement = HTMLElement>(selector: string): E {
    const element = this.#page.querySelector<E>(selector)
    if (!element) throw new Error(`The sign-in has no ${selector}`)
    return element
  }

  #field = (name: Field) => this.#find<HTMLInputElement>(`#${name}`)
  #frame = (name: Field) => this.#find(`.field:has(#${name})`)
  /** Returns the fields that are shown: the code's is once it is asked for. */
  #shown = () => FIELDS.filter((name) => !this.#frame(name).hidden)

  #showNews(): void {
    const line = this.#find('.news')
    line.textContent = takeSignInNews() ?? ''
    line.hidden = line.textContent === ''
  }

  #showProvider(): void {
    const place = this.#find('.elsewhere')
    const button = this.#find<HTMLButtonElement>('[data-provider]')
    place.hidden = !providerName()
    button.addEventListener('click', async () => {
      this.#clearProblems()
      button.disabled = true
      try {
        location.assign((await call(provider.begin)).location)
      } catch (error) {
        button.disabled = false
        place.append(spoken(messageOf(error), 'wrong'))
      }
    })
  }

  #letShowPassword(): void {
    const toggle = this.#find('button[aria-pressed]')
    // The field keeps the focus.
    toggle.addEventListener('mousedown', (event) => event.preventDefault())
    toggle.addEventListener('click', () => {
      const field = this.#field('password')
      const isShown = field.type === 'password'
      field.type = isShown ? 'text' : 'password'
      toggle.setAttribute('aria-pressed', String(isShown))
      toggle.setAttribute('aria-label', isShown ? 'Hide what is typed' : 'Show what is typed')
    })
  }

  #clearProblems(): void {
    for (const problem of this.#page.querySelectorAll('[role=alert]')) problem.remove()
    for (const name of FIELDS) {
      const field = this.#field(name)
      field.removeAttribute('aria-invalid')
      field.removeAttribute('aria-describedby')
    }
    for (const name of ['email', 'code'] as const) this.#field(name).setAttribute('aria-describedby', `${name}-words`)
  }

  #showSending(sends: boolean): void {
    this.#button.disabled = sends
    this.#find('button[type=submit] span').textContent = sends ? 'Logging in...' : 'Login'
  }

  #refuse(problems: Problems): void {
    this.#showSending(false)
    for (const name of this.#shown()) {
      const text = problems[name]
      if (!text) continue
      const problem = Object.assign(spoken(text, 'wrong'), { id: `problem-of-${name}` })
      const field = this.#field(name)
      field.setAttribute('aria-invalid', 'true')
      field.setAttribute('aria-describedby', `${field.getAttribute('aria-describedby') ?? ''} ${problem.id}`.trim())
      this.#frame(name).append(problem)
    }
    this.#page.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }

  #askForCode(): void {
    this.#showSending(false)
    this.#frame('code').hidden = false
    this.#field('code').focus()
  }

  /** Sends what is typed, or says what is wrong with it. */
  async send(): Promise<void> {
    this.#clearProblems()
    const shown = this.#shown()
    const checked = z.safeParse(LoginInput, Object.fromEntries(shown.map((name) => [name, this.#field(name).value])))
    if (!checked.success) {
      const first = (name: Field) => checked.error.issues.find(({ path }) => path[0] === name)?.message ?? ''
      return this.#refuse({ email: first('email'), password: first('password'), code: first('code') })
    }
    this.#showSending(true)
    const onWait = (isBusy: boolean) => {
      this.#find('.waiting').textContent = isBusy ? 'The server is busy. Trying again…' : ''
    }
    try {
      startLogin(await patiently(() => call(auth.login, { body: checked.data }), { onWait }))
    } catch (error) {
      const problems = problemsIn(error)
      if (problems.code && !shown.includes('code')) this.#askForCode()
      else this.#refuse(problems)
      return
    }
    this.#signedIn()
  }
}

function spoken(text: string, className = ''): HTMLElement {
  const line = Object.assign(document.createElement('p'), { textContent: text, className })
  line.setAttribute('role', 'alert')
  return line
}

/** Returns a refusal's texts: each under its field, all others under the last. */
function problemsIn(error: unknown): Problems {
  const { email, code, ...others } = (error instanceof ApiError ? error.errors : undefined) ?? {}
  const rest = Object.values(others).flat().join(' ')
  if (code) return { code: code.join(' ') }
  if (!email && rest === '') return { password: messageOf(error) }
  return { email: email?.join(' ') ?? '', password: rest }
}
