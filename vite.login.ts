import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import react from '@vitejs/plugin-react'
import Beasties from 'beasties'
import { build, type Plugin } from 'vite'
import { atOnce, chunksIn } from './vite.screens.ts'

// Its types are those of its CommonJS file; this is the other one.
const Inliner = Beasties as unknown as typeof Beasties.default

const APP = /<script type="module"[^>]* src="([^"]+)"><\/script>/
const TITLE = /<title>.*?<\/title>/
const NAME = 'the name of the college'
const STYLE_SHEET = /<link rel="stylesheet"[^>]* href="([^"]+)">/g

/** Draws the sign-in for a browser that nobody has signed in on. */
async function drawLogin(directory: string): Promise<string> {
  await build({
    configFile: false,
    root: 'web',
    logLevel: 'error',
    plugins: [react()],
    build: { ssr: 'login-markup.tsx', outDir: directory, emptyOutDir: true, copyPublicDir: false },
  })
  const document = { querySelector: (tag: string) => (tag.includes('college-name') ? { content: NAME } : null) }
  const storage = { getItem: () => null }
  for (const [name, value] of Object.entries({ document, localStorage: storage, sessionStorage: storage }))
    Object.defineProperty(globalThis, name, { value, configurable: true })
  try {
    const file = pathToFileURL(join(directory, 'login-markup.js')).href
    const { loginMarkup } = (await import(file)) as typeof import('./web/login-markup.tsx')
    return loginMarkup()
  } finally {
    Reflect.deleteProperty(globalThis, 'document')
  }
}

/** The script of that page, with all that it needs in one file. */
async function signInScript(): Promise<string> {
  const built = await build({
    configFile: false,
    root: 'web',
    logLevel: 'error',
    build: {
      write: false,
      target: 'es2023',
      copyPublicDir: false,
      rolldownOptions: { input: 'web/sign-in.ts', output: { codeSplitting: false } },
    },
  })
  const [chunk] = [built].flat().flatMap((one) => ('output' in one ? one.output : []))
  if (chunk?.type !== 'chunk') throw new Error('The sign-in has no script')
  return chunk.code
}

/** Leaves out the variables that nothing refers to. */
function withoutUnused(css: string, markup: string): string {
  const used = new Set([...(css + markup).matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name))
  const left = css.replace(/(--[\w-]+):[^;{}]*(?:;|(?=\}))/g, (one, name) => (used.has(name) ? one : ''))
  return left === css ? css : withoutUnused(left, markup)
}

/**
 * The page's policy refuses style attributes (server/http/security.ts): what they say is said by rules, which come
 * before those of the kit as the attributes do.
 */
function asRules(markup: string): { markup: string; rules: string } {
  const marks = new Map<string, string>()
  const marked = markup.replace(/ style="([^"]*)"/g, (_attribute, style: string) => {
    if (style.includes('&')) throw new Error(`A style of the sign-in has to be written otherwise: ${style}`)
    const mark = marks.get(style) ?? `data-drawn="${marks.size}"`
    marks.set(style, mark)
    return ` ${mark}`
  })
  const rules = [...marks].map(([style, mark]) => `${`[${mark}]`.repeat(4)}{${style}}`)
  return { markup: marked, rules: rules.join('') }
}

/** Leaves out the rules of elements (web/ui/elements.module.css) that the page has none of. */
const ofThese = (css: string, page: string): string =>
  css.replace(/(?<=^|[{}])(:where\([^{}]*)\{[^{}]*\}/g, (rule, selector: string) =>
    [...selector.matchAll(/\.([\w-]+)/g)].every(([, name = '']) => page.includes(name)) ? rule : '',
  )

/** The rules of the page's style sheets that say how it looks when nothing has loaded yet. */
async function rulesFor(page: string, path: string): Promise<string> {
  const inliner = new Inliner({
    path,
    fonts: false,
    logLevel: 'warn',
    // Which scheme holds, and where the focus is, is said later.
    // Those of our own elements are left to `ofThese`, since `:where` is not understood here.
    allowRules: [/data-mantine-color-scheme/, ':focus-visible', /^:where\(/],
  })
  const styled = await inliner.process(page)
  const rules = /<style>(.*?)<\/style>/s.exec(styled)?.[1]
  if (!rules) throw new Error('The sign-in has no style')
  return ofThese(rules, page)
}

/**
 * Writes the page of the sign-in: drawn already, with as much style as that needs, and a script of its own, so that somebody
 * signs in as soon as these are there (server/http/pages.ts). That script fetches the app and the other rules.
 */
export function writtenLogin(out: string): Plugin {
  let script = ''
  /** The style sheets of the form, which come with its code where somebody is led to it without a new page. */
  let ofForm: string[] = []
  return {
    name: 'written-login',
    apply: (_config, { command, isSsrBuild }) => command === 'build' && !isSsrBuild,
    async generateBundle() {
      const code = await signInScript()
      const hash = createHash('sha256').update(code).digest('base64url').slice(0, 7)
      script = `assets/sign-in-${hash}.js`
      this.emitFile({ type: 'asset', fileName: script, source: code })
    },
    writeBundle(_options, bundle) {
      const chunks = chunksIn(bundle)
      const files = chunks.reached([chunks.of('features/auth/LoginPage.tsx')], atOnce)
      const first = chunks.reached(chunks.first, atOnce)
      ofForm = [...files].filter((file) => file.endsWith('.css') && !first.has(file))
    },
    async closeBundle() {
      const drawn = await drawLogin(join(out, '../login'))
      const inside = drawn
        .replaceAll(NAME, '__COLLEGE__')
        // Stands in the head.
        .replace(TITLE, '')
      const { markup, rules } = asRules(`<div data-written style="display:contents">${inside}</div>`)
      const page = readFileSync(join(out, 'index.html'), 'utf8')
        .replace('<div id="root"></div>', () => `<div id="root">${markup}</div><script></script>`)
        .replace('</head>', () => `${ofForm.map((file) => `<link rel="stylesheet" href="/${file}">`).join('')}</head>`)
      const [tag = '', app] = APP.exec(page) ?? []
      if (!app) throw new Error('The page has no script')
      const styles = withoutUnused((await rulesFor(page, out)) + rules, markup)
      const sheets = [...page.matchAll(STYLE_SHEET)].map(([, href]) => href)
      writeFileSync(
        join(out, '../login.html'),
        page
          .replace(STYLE_SHEET, '')
          .replace(tag, '')
          .replace(TITLE, TITLE.exec(drawn)?.[0] ?? '')
          .replace(
            'data-written',
            `data-written data-script="/${script}" data-app="${app}" data-styles="${sheets.join(' ')}"`,
          )
          .replace('</head>', () => `<style nonce="__NONCE__">${styles}</style></head>`),
      )
    },
  }
}
