import { createHash } from 'node:crypto'

/** Returns the hash of a script in a page, for the Content-Security-Policy. */
export const hashOf = (script: string): string => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

/** The page with that script, before the files that it would otherwise wait for. */
export const withScript = (page: string, script: string): string =>
  page.replace(/<head>(?:\s*<meta charset[^>]*>)?/, (start) => `${start}<script>${script}</script>`)
