// Whether what was built is of the sources that are there.
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** The sources of the built server: what it is made of, and what says how. */
export const SERVER = { entry: 'dist/server/main.js', made: ['server', 'shared', 'package-lock.json'] }

/** Every file at or below these paths. */
function filesOf(paths) {
  return paths.filter(existsSync).flatMap((path) => {
    const found = statSync(path)
    if (!found.isDirectory()) return [{ path, size: found.size, time: found.mtimeMs }]
    return filesOf(readdirSync(path).map((name) => join(path, name)))
  })
}

/** True when one of the sources is newer than the file that was built. */
export const isOlder = (built, sources) => {
  if (!existsSync(built)) return true
  const { mtimeMs } = statSync(built)
  return filesOf(sources).some(({ time }) => time > mtimeMs)
}

const noteOf = (entry) => join(dirname(entry), 'sources')

/** Names and sizes: times alone say nothing of a version that was put back with the times that it had. */
function digestOf(files) {
  const lines = files.map(({ path, size }) => `${path} ${size}\n`).toSorted()
  return createHash('sha256').update(lines.join('')).digest('hex')
}

/** Notes beside the built server which sources it is made of. */
export const noteSources = () => writeFileSync(noteOf(SERVER.entry), digestOf(filesOf(SERVER.made)))

/** True when the built server is there, and of these sources. */
export function isOfItsSources() {
  const { entry, made } = SERVER
  const note = noteOf(entry)
  if (!existsSync(entry) || !existsSync(note)) return false
  const files = filesOf(made)
  const { mtimeMs } = statSync(entry)
  return files.every(({ time }) => time <= mtimeMs) && readFileSync(note, 'utf8') === digestOf(files)
}
