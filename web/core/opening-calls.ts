import { writeOpeningCalls } from './kept-start.ts'
import { getLogin } from './login.ts'

declare global {
  interface Window {
    /** The calls that the page made before any code was there (server/http/early-calls.ts). */
    earlyCalls?: { token: string; answers: Map<string, Promise<Response>> }
  }
}

/** Long enough for the first answers of a slow network, which others may depend on. */
const OPENING_MS = 2000

/** The address that is being opened, and its calls so far. */
let opening: { owner: number; address: string; asked: Set<string>; isNoted: boolean } | undefined

const here = () => location.pathname + location.search

/** Starts noting the calls of the page's own address, until the person does something. */
export function startOpeningCalls(): void {
  const login = getLogin()
  if (!login) return
  const begun = { owner: login.user.id, address: here(), asked: new Set<string>(), isNoted: true }
  opening = begun
  for (const deed of ['pointerdown', 'keydown'])
    window.addEventListener(
      deed,
      () => {
        begun.isNoted = false
      },
      { once: true, capture: true },
    )
  setTimeout(endOpeningCalls, OPENING_MS)
  window.addEventListener('pagehide', endOpeningCalls, { once: true })
}

/** Stops the use of early answers: they may be older than the person's changes since. */
export function endOpeningCalls(): void {
  delete window.earlyCalls
  const { owner, address, asked } = opening ?? {}
  opening = undefined
  if (owner !== undefined && address && asked?.size && getLogin()?.user.id === owner)
    writeOpeningCalls(owner, address, [...asked])
}

/** Returns the answer of an early call. Each is given once, and only to the person it was made for. */
export function earlyAnswer(url: string): Promise<Response> | undefined {
  if (opening && here() !== opening.address) endOpeningCalls()
  if (!opening) return undefined
  if (opening.isNoted) opening.asked.add(url)
  const { token, answers } = window.earlyCalls ?? {}
  if (token !== getLogin()?.token) return undefined
  const answer = answers?.get(url)
  answers?.delete(url)
  return answer
}
