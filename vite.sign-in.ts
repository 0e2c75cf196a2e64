import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Plugin } from 'vite'

const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/
const TITLE = /<title>.*?<\/title>/
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g

/** Builds the script of the page with all that it needs in one file, and the page's own sheet. */
async function buildPart(input: string): Promise<string> {
  const built = await build({
    configFile: false,
    root: 'web',
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      cssTarget: CSS_TARGET,
      copyPublicDir: false,
      rolldownOptions: { input, output: { codeSplitting: false } },
    },
  })
  const parts = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  const part = parts.find(({ fileName }) => fileName.endsWith(input.endsWith('.css') ? '.css' : '.js'))
  if (!part) throw new Error(`The sign-in has no ${input}`)
  return part.type === 'chunk' ? part.code : String(part.source)
}

/** These know light-dark(), which would otherwise be rewritten into something that follows no colour scheme. */
export const CSS_TARGET = ['chrome123', 'firefox120', 'safari17.5']

/**
 * Writes the page of the sign-in (web/sign-in): the app's page with the form and its style in it, and a script of its
 * own, so that somebody signs in as soon as these are there (server/http/pages.ts). That script fetches the app and its
 * style sheets.
 */
export function signInPage(out: string): Plugin {
  let script = ''
  return {
    name: 'sign-in-page',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle() {
      const source = await buildPart('web/sign-in/main.ts')
      const hash = createHash('sha256').update(source).digest('base64url').slice(0, 7)
      script = `assets/sign-in-${hash}.js`
      this.emitFile({ type: 'asset', fileName: script, source })
    },
    async closeBundle() {
      const form = readFileSync('web/sign-in/sign-in.html', 'utf8')
      const style = await buildPart('web/sign-in/sign-in.css')
      const page = readFileSync(join(out, 'index.html'), 'utf8')
      const [tag = '', app] = APP.exec(page) ?? []
      if (!app) throw new Error('The page has no script')
      const sheets = [...page.matchAll(STYLE_SHEET)].map(([, href]) => href).join(' ')
      const run = `<div data-written data-script="/${script}" data-app="${app}" data-styles="${sheets}"`
      writeFileSync(
        join(out, '../sign-in.html'),
        page
          .replace(STYLE_SHEET, '')
          .replace(tag, '')
          .replace(TITLE, '<title>Welcome to Clinical eLog</title>')
          .replace('</head>', () => `<style nonce="__NONCE__">${style}</style></head>`)
          .replace('<div id="root"></div>', () => `<div id="root">${form}</div><script></script>`)
          .replace('<div data-written', run),
      )
    },
  }
}
