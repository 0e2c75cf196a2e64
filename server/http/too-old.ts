import { hashOf, withScript } from './page-scripts.ts'

/** The address of the page that says which browsers there are (web/public). It needs nothing that an old one lacks. */
export const TOO_OLD_PATH = '/too-old.html'

/**
 * Leads browsers older than those that the app is built for (`CSS_TARGET` in vite.sign-in.ts) to a page that says so: the
 * app would stand there without colours, or not at all. It is written in the JavaScript of twenty years ago.
 */
const TELL = `(function () {
  if (!window.CSS || !CSS.supports || !CSS.supports('color', 'light-dark(#000, #fff)')) location.replace('${TOO_OLD_PATH}')
})()`

/** The script's hash for the Content-Security-Policy. */
export const TOO_OLD_HASH = hashOf(TELL)

/** The page with that script, before all that an old browser can't read. */
export const withTooOldScript = (page: string): string => withScript(page, TELL)
