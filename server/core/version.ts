import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the version of this program, as its package says. */
export const productVersion = (): string =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')).version
