import { createHash } from 'node:crypto'

/** Returns the hash of a script in a page, for the Content-Security-Policy. */
export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** Returns the page with the script at the start of its head, so that it runs before any file has loaded. */
export const withScript = (page: string, script: string): string =>
  page.replace(/<head>(?:\s*<meta charset[^>]*>)?/, (start) => `${start}<script>${script}</script>`)
