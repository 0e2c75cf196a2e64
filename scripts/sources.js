// Whether what was built is of the sources that are there.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/** The sources of the built server: what it is made of, and what says how. */
export const SERVER = {
  entry: 'dist/server/main.js',
  made: ['server', 'shared', 'vite.server.config.ts', 'package-lock.json'],
}

function fileOf(path) {
  const { size, mtimeMs } = statSync(path)
  return { path, size, time: mtimeMs }
}

/** Tests are no part of what is built, and a quarter of the files. */
const TEST = /\.test\.tsx?$/

const filesIn = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) return filesIn(path)
    return TEST.test(path) ? [] : fileOf(path)
  })

/** Every file at or below these paths. */
const filesOf = (paths) =>
  paths.filter(existsSync).flatMap((path) => (statSync(path).isDirectory() ? filesIn(path) : fileOf(path)))

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

/** The folder in which this process builds the server: another one may be reading, or building, the one that is there. */
export const MAKING = `${dirname(SERVER.entry)}.${process.pid}`
/** A server that still runs reads its parts when it needs them; so long after another took its place they are removed. */
const FORMER_MS = 7 * 24 * 60 * 60 * 1000

/** Reads the digest of the sources, and when each former part was replaced. A note of a former version has none. */
function readNote() {
  const note = noteOf(SERVER.entry)
  const [digest, ...lines] = existsSync(note) ? readFileSync(note, 'utf8').split('\n') : []
  const former = lines.map((line) => line.split(' ')).map(([name, replacedAt]) => [name, Number(replacedAt)])
  return { digest, former: new Map(former) }
}

/**
 * Removes what was replaced long ago. The time of a file says nothing: a server may have run for a year when it is replaced.
 * @returns lines of the note for the parts that stay
 */
function keepFormer(place, names) {
  const { former } = readNote()
  const now = Date.now()
  const lines = []
  for (const { path } of filesOf([place])) {
    const name = basename(path)
    const replacedAt = former.get(name) ?? now
    if (names.includes(name) || path === noteOf(SERVER.entry)) continue
    if (replacedAt < now - FORMER_MS) rmSync(path, { force: true })
    else lines.push(`${name} ${replacedAt}`)
  }
  return lines
}

/** Puts the server that this process has built in place of the one that is there, and notes what it is made of. */
export function putServerInPlace() {
  const place = dirname(SERVER.entry)
  mkdirSync(place, { recursive: true })
  // The entry names the others.
  const isEntry = (name) => name === basename(SERVER.entry)
  const names = readdirSync(MAKING).toSorted((one, other) => Number(isEntry(one)) - Number(isEntry(other)))
  const former = keepFormer(place, names)
  for (const name of names) renameSync(join(MAKING, name), join(place, name))
  rmSync(MAKING, { recursive: true })
  writeFileSync(noteOf(SERVER.entry), [digestOf(filesOf(SERVER.made)), ...former].join('\n'))
}

/** True when the built server is there, and of these sources. */
export function isOfItsSources() {
  const { entry, made } = SERVER
  if (!existsSync(entry)) return false
  const files = filesOf(made)
  const { mtimeMs } = statSync(entry)
  return files.every(({ time }) => time <= mtimeMs) && readNote().digest === digestOf(files)
}
