import type { Location } from 'react-router'

/** The router's key of an entry at which the app was loaded. */
const LOADED = 'default'

/**
 * Returns true when a page of the app comes before this one in the tab. An app that was loaded anew knows its first
 * entry only; the browser, where it tells, knows those from before.
 */
export const hasPageBefore = ({ key }: Pick<Location, 'key'>) =>
  (window as Partial<Window>).navigation?.canGoBack ?? key !== LOADED
