import { writeOpeningCalls } from './kept-start.ts'
import { getLogin } from './login.ts'

declare global {
  interface Window {
    /** What the page has asked for before any code was there (server/core/http/early-calls.ts). */
    earlyCalls?: { token: string; answers: Map<string, Promise<Response>> }
  }
}

/** Long enough for the first answers of a slow network, which others may depend on. */
const OPENING_MS = 2000

/** The address that is being opened, and what was asked for since. */
let opening: { owner: number; address: string; asked: Set<string> } | undefined

const here = () => location.pathname + location.search

/** Begins to note what the page's own address asks for. */
export function startOpeningCalls(): void {
  const login = getLogin()
  if (!login) return
  opening = { owner: login.user.id, address: here(), asked: new Set() }
  setTimeout(endOpeningCalls, OPENING_MS)
  window.addEventListener('pagehide', endOpeningCalls, { once: true })
}

/** From now on nothing that was asked for early is taken: it may be older than what a person has done since. */
export function endOpeningCalls(): void {
  delete window.earlyCalls
  if (opening && getLogin()?.user.id === opening.owner)
    writeOpeningCalls(opening.owner, opening.address, [...opening.asked])
  opening = undefined
}

/** The answer to what the page has asked for early: given once, and to whom it was asked for. */
export function earlyAnswer(url: string): Promise<Response> | undefined {
  if (opening && here() !== opening.address) endOpeningCalls()
  if (!opening) return undefined
  opening.asked.add(url)
  const { token, answers } = window.earlyCalls ?? {}
  if (token !== getLogin()?.token) return undefined
  const answer = answers?.get(url)
  answers?.delete(url)
  return answer
}
