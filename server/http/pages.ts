import { randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import { TAKE_EMAIL_PATH } from '../../shared/contract/auth.ts'
import { STOP_PATH } from '../../shared/contract/notices.ts'
import { VERIFY_PATH } from '../../shared/contract/verified-documents.ts'
import { clockOffsetOf } from '../core/clock.ts'
import { signedToken } from '../core/secrets.ts'
import { withEarlyCalls } from './early-calls.ts'
import { allowStyles } from './security.ts'
import type { Services } from './services.ts'
import { withSignInScript } from './sign-in-page.ts'
import { withTooOldScript } from './too-old.ts'
import { withUnloadedLine } from './unloaded.ts'
import { addWorker } from './worker.ts'

const BUILT = join(import.meta.dirname, '../../dist/web')

/** Made by the build: the files with a screen's code and its dialogs', by its path, and the page of the sign-in. */
const EARLY_CODE = '../early-code.json'
const SIGN_IN = '../sign-in.html'

type PageServices = Pick<Services, 'settings' | 'mail' | 'csrfSecret'>

/**
 * The pages that mailed links lead to, with a token in their address: for a forgotten password, for an own address, and
 * from a weekly mail.
 */
const TOKEN_PATHS: readonly string[] = ['/reset-password', TAKE_EMAIL_PATH, STOP_PATH]

const COMPRESSED = /\.(?:br|gz)$/
/** Is sent otherwise than as it stands: a page has facts and a token in it, also where a service worker keeps it. */
const MADE = new Set(['index.html', 'sw.js'])

/** Begins the addresses of a document's check, each with a code: no search engine is to list them. */
const isCheck = (path: string) => path === VERIFY_PATH || path.startsWith(`${VERIFY_PATH}/`)

const escaped = (text: string) => text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`)

/** Returns the college's offset and the days between which it holds, as `web/core/page-config.ts` reads them. */
function clockWritten(timezone: string): string {
  const { offset, from, until } = clockOffsetOf(timezone)
  return `${offset} ${from} ${until}`
}

interface EarlyCode {
  path: RegExp
  tags: string
  /** Those of the dialogs that the address may open, by their names. */
  dialogs: Map<string, string>
}

const tagsOf = (files: readonly string[]) =>
  files.map((name) => `<link rel="${name.endsWith('.css') ? 'stylesheet' : 'modulepreload'}" href="${name}">`).join('')

function readEarlyCode(directory: string): EarlyCode[] {
  const file = join(directory, EARLY_CODE)
  if (!existsSync(file)) return []
  type Files = { files: string[]; dialogs: Record<string, string[]> }
  const screens = Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, Files>)
  // The build has no order: an address that is a screen's own is not one of a record, "import" no id.
  const byParameter = screens.toSorted(([one], [other]) => Number(one.includes(':')) - Number(other.includes(':')))
  return byParameter.map(([path, { files, dialogs }]) => ({
    path: new RegExp(`^${path.replace(/:\w+/g, '[^/]+')}/?$`),
    tags: tagsOf(files),
    dialogs: new Map(Object.entries(dialogs).map(([name, own]) => [name, tagsOf(own)])),
  }))
}

type Pages = Record<'page' | 'signIn', string>

/** Returns the picture of the college's logo; its address changes with it, and its room is there before it comes. */
const markOf = (logo: string) =>
  logo === ''
    ? ''
    : `<img class="mark" src="/api/settings/mark?digest=${logo}" alt="" width="32" height="32" decoding="async"> `

/** Writes the college's facts into the pages, and again when an administrator has changed them. */
function pagesOf(services: PageServices, plain: Pages): () => Pages {
  let written: { facts: Record<string, string>; pages: Pages } | undefined
  return () => {
    const { settings, mail } = services
    const facts: Record<string, string> = {
      __COLLEGE__: settings.COLLEGE_NAME,
      __MAIL__: mail ? 'yes' : 'no',
      __PROVIDER__: settings.OIDC_ISSUER ? settings.OIDC_NAME : '',
      __TIMEZONE__: settings.COLLEGE_TIMEZONE,
      __LOGO__: settings.logo ?? '',
    }
    if (written && isDeepStrictEqual(written.facts, facts)) return written.pages
    const withFacts = (text: string) =>
      text
        .replace('__MARK__', () => markOf(facts.__LOGO__ ?? ''))
        .replace(/__(?:COLLEGE|MAIL|PROVIDER|TIMEZONE|LOGO)__/g, (mark) => escaped(facts[mark] ?? ''))
    written = { facts, pages: { page: withFacts(plain.page), signIn: withFacts(plain.signIn) } }
    return written.pages
  }
}

/** Serves the built files: a route for all hashed ones, since a route for each would take a start its time. */
async function addFiles(app: FastifyInstance, directory: string): Promise<void> {
  const assets = join(directory, 'assets')
  await app.register(fastifyStatic, {
    index: false,
    preCompressed: true,
    cacheControl: false,
    root: assets,
    prefix: '/assets/',
    // Compressed files have no address of their own.
    allowedPath: (path) => !COMPRESSED.test(path),
    setHeaders: (reply, path) =>
      void reply.header('cache-control', path.startsWith(assets) ? 'public, max-age=31536000, immutable' : 'no-cache'),
  })
  const files = readdirSync(directory).filter((name) => name !== 'assets' && !MADE.has(name) && !COMPRESSED.test(name))
  for (const name of files)
    app.get(`/${name}`, { exposeHeadRoute: true }, (_request, reply) => reply.sendFile(name, directory))
}

/**
 * The built browser app: hashed assets that a browser keeps for good, compressed at build time, and for every other
 * path the page itself, with a fresh CSRF token, the nonce of its styles and the college's facts in its meta tags. For the address of a screen it
 * names the screen's code too, which is then fetched beside the first code and not after it. The sign-in stands in the page
 * of its address, to be typed into before any code is there.
 */
export async function addPages(app: FastifyInstance, services: PageServices, directory = BUILT): Promise<void> {
  const { settings, csrfSecret } = services
  const built = existsSync(join(directory, 'index.html'))
  if (built) await addFiles(app, directory)
  if (built) addWorker(app, directory)
  const html = built ? readFileSync(join(directory, 'index.html'), 'utf8') : ''
  const earlyCode = built ? readEarlyCode(directory) : []
  const plainPage = withTooOldScript(withUnloadedLine(withEarlyCalls(html)))
  const signIn = join(directory, SIGN_IN)
  const plainSignIn =
    built && existsSync(signIn) ? withTooOldScript(withSignInScript(readFileSync(signIn, 'utf8'))) : plainPage
  const pages = pagesOf(services, { page: plainPage, signIn: plainSignIn })

  const tagsFor = (path: string, dialog: string) => {
    const screen = earlyCode.find((one) => one.path.test(path))
    return screen ? screen.tags + (screen.dialogs.get(dialog) ?? '') : ''
  }

  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const wantsPage = (request.method === 'GET' || request.method === 'HEAD') && !/^\/api(\/|$)/.test(path)
    if (!wantsPage || !built || path.startsWith('/assets/'))
      return reply.code(404).type('application/json').send({ message: 'Not found.' })
    const nonce = randomBytes(16).toString('base64url')
    allowStyles(reply, nonce)
    // No log is to have the token as where another call came from.
    if (TOKEN_PATHS.includes(path) || isCheck(path)) reply.header('referrer-policy', 'no-referrer')
    if (isCheck(path)) reply.header('x-robots-tag', 'noindex')
    return reply
      .code(200)
      .header('cache-control', 'no-store')
      .type('text/html; charset=utf-8')
      .send(
        pages()
          [path === '/login' ? 'signIn' : 'page'].replace('__CSRF__', signedToken(csrfSecret))
          .replaceAll('__NONCE__', nonce)
          .replace('__CLOCK__', clockWritten(settings.COLLEGE_TIMEZONE))
          .replace('</head>', `${tagsFor(path, String((request.query as { modal?: unknown }).modal))}</head>`),
      )
  })
}
