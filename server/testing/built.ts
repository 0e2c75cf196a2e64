import { spawnSync } from 'node:child_process'
import { join } from 'node:path'

/** Builds the browser app as `npm run build` does: as for a test it would have another service worker. */
export function buildPages(): void {
  const env = { ...process.env, NODE_ENV: 'production' }
  const command = ['scripts/build.js', '--logLevel', 'error']
  const { status, stderr } = spawnSync(process.execPath, command, {
    cwd: join(import.meta.dirname, '../..'),
    env,
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`the browser app could not be built: ${stderr}`)
}
