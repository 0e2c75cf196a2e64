import {
  closeSync,
  constants,
  existsSync,
  fchownSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'

/** The end of the chain of seals at some time, as said outside the database. */
export interface NotedHead {
  at: string
  id: number
  hash: string
}

const LINE = /^(\S+) seal (\d+) ([0-9a-f]{64})$/

export const headsFile = (dataDir: string) => join(dataDir, 'trail-heads.log')

/** Adds a line; the file is its owner's alone, and his who owns the directory when root makes it. */
export function noteHead(file: string, head: Omit<NotedHead, 'at'>): void {
  const isNew = !existsSync(file)
  // With a database and a bucket elsewhere, nothing else may have made it yet.
  mkdirSync(dirname(file), { recursive: true })
  // A line that a full disk or a power cut has torn stays alone.
  const isTorn = !isNew && !/(?:^|\n)$/.test(readFileSync(file, 'utf8'))
  const { O_WRONLY, O_APPEND, O_CREAT, O_NOFOLLOW } = constants
  const isRoot = process.geteuid?.() === 0
  // Root does not write where a link of another user's leads.
  const log = openSync(file, O_WRONLY | O_APPEND | O_CREAT | (isRoot ? O_NOFOLLOW : 0), 0o600)
  try {
    writeSync(log, `${isTorn ? '\n' : ''}${new Date().toISOString()} seal ${head.id} ${head.hash}\n`)
    fsyncSync(log)
    if (!isNew || !isRoot) return
    const { uid, gid } = statSync(dirname(file))
    fchownSync(log, uid, gid)
  } finally {
    closeSync(log)
  }
}

/** The beginning of a line, which claims nothing. */
const TORN = /^\d[\d:.TZ-]*(?: (?:s(?:e(?:a(?:l(?: (?:\d+(?: [0-9a-f]{0,63})?)?)?)?)?)?)?)?$/

/** Reads the noted heads; `unreadable` are the numbers of lines that say something else, save the beginning of one. */
export function readHeads(file: string): { heads: NotedHead[]; unreadable: number[] } {
  const heads: NotedHead[] = []
  const unreadable: number[] = []
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [, at = '', id, hash = ''] = LINE.exec(line) ?? []
    if (id !== undefined) heads.push({ at, id: Number(id), hash })
    else if (line !== '' && !TORN.test(line)) unreadable.push(index + 1)
  }
  return { heads, unreadable }
}
