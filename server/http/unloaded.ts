import { hashOf, withScript } from './page-scripts.ts'

/** The words of a page whose code did not arrive, and what helps. */
export const UNLOADED = 'Clinical eLog could not be loaded.'
export const RELOADING_HELPS = 'Please reload this page. If that does not help, check the network.'

/**
 * Stands in the page before its code: when that cannot be loaded (a network that broke off, or a server that is being
 * upgraded), the page says so, and is not left empty.
 */
const TELL = `addEventListener('error', ({ target }) => {
  if (!(target instanceof HTMLScriptElement)) return
  const make = (tag, properties) => Object.assign(document.createElement(tag), properties)
  const tell = () => {
    const root = document.getElementById('root')
    if (!root || root.childElementCount > 0) return
    const [main, told] = [make('main'), make('div', { role: 'alert' })]
    const title = make('h1', { textContent: ${JSON.stringify(UNLOADED)} })
    const button = make('button', { type: 'button', textContent: 'Reload', onclick: () => location.reload() })
    told.append(title, make('p', { textContent: ${JSON.stringify(RELOADING_HELPS)} }))
    main.style.cssText = 'padding:15vh 16px 0;text-align:center;font:16px/1.5 system-ui,sans-serif'
    title.style.cssText = 'font-size:1.5rem'
    button.style.cssText =
      'min-height:44px;padding:8px 24px;border:0;border-radius:8px;background:#0f6e73;color:#fff;font:inherit;font-weight:600'
    main.append(told, button)
    root.append(main)
  }
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', tell)
  else tell()
}, true)`

/** The script's hash for the Content-Security-Policy. */
export const UNLOADED_HASH = hashOf(TELL)

/** The page with that script, before the files that it tells of. */
export const withUnloadedLine = (page: string): string => withScript(page, TELL)
