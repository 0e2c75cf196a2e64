// `npm start` and `npm run demo`: checks the Node that runs this, builds the browser app when its sources are newer
// than the build, and starts the server in this same process, so that signals reach it.
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

const NEEDED = 26
const [major] = process.versions.node.split('.').map(Number)
const root = join(import.meta.dirname, '..')
process.chdir(root)

function fail(line) {
  process.stderr.write(`${line}\n`)
  process.exit(1)
}

/** The time of the newest file below these paths. */
function newest(paths) {
  let time = 0
  for (const path of paths) {
    if (!existsSync(path)) continue
    const found = statSync(path)
    if (found.isDirectory()) time = Math.max(time, newest(readdirSync(path).map((name) => join(path, name))))
    else time = Math.max(time, found.mtimeMs)
  }
  return time
}

if (major < NEEDED)
  fail(
    `Node ${NEEDED} or newer is needed, this is ${process.versions.node}. "npm ci" brings it along unless install scripts are switched off; start with "npm start".`,
  )

const page = 'dist/web/index.html'
const sources = ['web', 'shared', 'vite.config.ts', 'vite.login.ts', 'vite.screens.ts', 'package-lock.json']
// An installation without development dependencies has what was built, and nothing to build it with.
const canBuild = existsSync('node_modules/vite')
if (!canBuild && !existsSync(page))
  fail('The browser app is not built, and what builds it is not installed: "npm ci", or bring dist/ along.')
if (canBuild && (!existsSync(page) || (existsSync('web') && newest(sources) > statSync(page).mtimeMs))) {
  process.stdout.write('Building the browser app …\n')
  const built = spawnSync(process.execPath, ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (built.status !== 0) fail('The browser app could not be built.')
}

const { enableCompileCache } = await import('node:module')
enableCompileCache(join(root, 'node_modules/.cache/clinical-elog'))
await import('../server/main.ts')
