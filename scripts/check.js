// `npm run check`: the rules of the house that a tool can keep.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'

const MENDABLE = 'lint and format'

/** Name → Node script and its arguments. */
export const checks = {
  types: ['node_modules/typescript/bin/tsc', '-p', '.'],
  [MENDABLE]: ['node_modules/@biomejs/biome/bin/biome', 'ci', '--error-on-warnings', '.'],
  'import directions': [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '.dependency-cruiser.js',
    'shared',
    'server',
    'web',
  ],
  'house rules': ['scripts/check-structure.js'],
  'unused code': ['node_modules/knip/bin/knip.js', '--no-progress'],
}

/** Runs one Node script; whether it ended well. Its output is shown as it comes, or `atOnce` when it has ended. */
export async function run(command, { atOnce = false } = {}) {
  const output = atOnce ? 'pipe' : 'inherit'
  const child = spawn(process.execPath, command, { stdio: ['ignore', output, output] })
  const said = []
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => said.push(chunk))
  const [status] = await once(child, 'close')
  process.stdout.write(Buffer.concat(said))
  return status === 0
}

// An older Node knows no `import.meta.main`, would check nothing and end well.
if (import.meta.main === undefined) throw new Error('This needs the Node of package.json: npm run check')

if (import.meta.main) {
  process.chdir(join(import.meta.dirname, '..'))
  const failed = []
  for (const [name, command] of Object.entries(checks)) if (!(await run(command))) failed.push(name)
  for (const name of failed)
    process.stderr.write(name === MENDABLE ? `✗ ${name}: npm run fix mends most of it\n` : `✗ ${name}\n`)
  process.stdout.write(failed.length === 0 ? 'All checks passed\n' : '')
  process.exitCode = failed.length === 0 ? 0 : 1
}
