// `npm start` and `npm run demo`: checks the Node that runs this, builds browser app and server when their sources are
// newer than the build, and starts the server in this same process, so that signals reach it.
import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { isOfItsSources, isOlder, SERVER } from './sources.js'

const NEEDED = 26
// As sysexits.h has it: a person has to mend it, and no other try does. The service of deploy/ is not started again then.
const TO_BE_MENDED = 78
const PARENT_EVERY_MS = 500
const [major] = process.versions.node.split('.').map(Number)
const root = join(import.meta.dirname, '..')
process.chdir(root)

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(TO_BE_MENDED)
}

function build(what, options) {
  process.stdout.write(`Building the ${what} …\n`)
  const command = ['scripts/build.js', '--logLevel', 'error', ...options]
  const built = spawnSync(process.execPath, command, { stdio: ['ignore', 'ignore', 'inherit'] })
  if (built.status !== 0) fail(`The ${what} could not be built.`)
}

function canWrite(path) {
  try {
    accessSync(path, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/**
 * Ends this server once npm has ended. A shell between the two may keep npm's SIGTERM to itself, and nobody hears of
 * SIGKILL; then the process has another parent.
 */
function endWithNpm() {
  if (!['start', 'demo'].includes(process.env.npm_lifecycle_event)) return
  const parent = process.ppid
  const looking = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(looking)
    process.kill(process.pid, 'SIGTERM')
  }, PARENT_EVERY_MS)
  looking.unref()
}

endWithNpm()
if (major < NEEDED)
  fail(
    `Node ${NEEDED} or newer is needed, this is ${process.versions.node}. "npm ci" brings it along unless install scripts are switched off; start with "npm start".`,
  )

const page = 'dist/web/index.html'
const pageSources = [
  'web',
  'shared',
  'vite.config.ts',
  'vite.contracts.ts',
  'vite.screens.ts',
  'vite.sign-in.ts',
  'package-lock.json',
]
const isBuilt = existsSync(page)
// An installation without development dependencies has what was built, and nothing to build it with.
const canBuild = existsSync('node_modules/vite')
if (!canBuild && !isBuilt)
  fail('The browser app is not built, and what builds it is not installed: "npm ci", or bring dist/ along.')
const mayBuild = canBuild && ['.', 'dist', 'dist/web', 'dist/server'].filter(existsSync).every(canWrite)
if (canBuild && (!isBuilt || (existsSync('web') && isOlder(page, pageSources)))) {
  const way = 'this user can\'t write it: run "npm run build" as who owns the program'
  if (mayBuild) build('browser app', [])
  else if (!isBuilt) fail(`The browser app is not built, and ${way}.`)
  // Browsers that are open go on with the former one too, so it is better than none.
  else
    process.stdout.write(`WARNING: the browser app in dist/ is older than its sources, and ${way}, and start again.\n`)
}

// NODE_COMPILE_CACHE, as in the service, is another place for it.
const { enableCompileCache } = await import('node:module')
enableCompileCache(join(root, 'node_modules/.cache/clinical-elog'))

let isCurrent = isOfItsSources()
if (mayBuild && !isCurrent) {
  build('server', ['--config', 'vite.server.config.ts'])
  isCurrent = isOfItsSources()
}
// The sources do the same, only their start takes longer; an old server would be another one.
await import(isCurrent ? `../${SERVER.entry}` : '../server/main.ts')
