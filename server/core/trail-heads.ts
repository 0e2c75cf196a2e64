import { appendFileSync, chownSync, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs'
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
  appendFileSync(file, `${new Date().toISOString()} seal ${head.id} ${head.hash}\n`, { mode: 0o600 })
  if (!isNew || process.geteuid?.() !== 0) return
  const { uid, gid } = statSync(dirname(file))
  chownSync(file, uid, gid)
}

/** What was noted; `unreadable` are the numbers of lines that say something else. */
export function readHeads(file: string): { heads: NotedHead[]; unreadable: number[] } {
  const heads: NotedHead[] = []
  const unreadable: number[] = []
  for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
    const [, at = '', id, hash = ''] = LINE.exec(line) ?? []
    if (id !== undefined) heads.push({ at, id: Number(id), hash })
    else if (line !== '') unreadable.push(index + 1)
  }
  return { heads, unreadable }
}
