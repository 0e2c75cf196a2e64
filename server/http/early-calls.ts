import { ENTRY_PATHS } from '../../shared/entry-paths.ts'
import { API_TIMEOUT_MS } from '../../shared/limits.ts'
import { hashOf, withScript } from './page-scripts.ts'

/**
 * Runs in the page before any other script has arrived: leads people without a login to the sign-in, fills a bare
 * address with the person's last choices (web/core/places.ts), and repeats the calls of the last visit of that address
 * (web/core/opening-calls.ts takes the answers, and keeps the list of them on the device). Their bodies are read here
 * too: the first screen is drawn with those that have come. The page's own script does later whatever this can't do.
 */
const EARLY = `(() => {
  try {
    const read = (name) => JSON.parse(localStorage.getItem(name) ?? 'null') ?? {}
    const token = localStorage.getItem('token')
    if (!token && !${JSON.stringify(ENTRY_PATHS)}.some((one) => (location.pathname + '/').startsWith(one + '/'))) return location.replace('/login')
    const user = read('user').id
    const places = JSON.parse(localStorage.getItem('places') ?? '[]')
    const place = token && !location.search && places.find((one) => one?.owner === user)?.at[location.pathname]
    if (place && place[0] === '?') history.replaceState(history.state, '', location.pathname + place)
    const { owner, calls } = read('opening-calls')
    const asked = calls?.[location.pathname + location.search]
    if (!token || !asked || user !== owner) return
    const authorization = (localStorage.getItem('token_type') ?? 'Bearer') + ' ' + token
    const start = read('start')
    const answers = new Map()
    for (const url of asked) {
      if (!url.startsWith('/api/')) continue
      const headers = { accept: 'application/json', authorization }
      if (url === '/api/start' && start.owner === owner) headers['if-none-match'] = start.validator
      const answer = fetch(url, { headers, signal: AbortSignal.timeout(${API_TIMEOUT_MS}) })
      answers.set(url, answer)
      answer.then((one) => {
        const text = one.text()
        text.catch(() => undefined)
        one.text = () => text
      }, () => undefined)
    }
    window.earlyCalls = { token, answers }
  } catch {}
})()`

/** The script's hash for the Content-Security-Policy. */
export const EARLY_CALLS_HASH = hashOf(EARLY)

/** The page with that script, before the files that it would otherwise wait for. */
export const withEarlyCalls = (page: string): string => withScript(page, EARLY)
