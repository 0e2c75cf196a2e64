import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { NotedHead } from '../../core/trail-heads.ts'
import type { Db, Tx } from '../../db/types.ts'
import {
  addCovered,
  countCovered,
  type ReadSeal,
  readDifferences,
  readHashes,
  readRemoved,
  readSeals,
  readUnsealed,
} from './seals.reads.ts'

const SEALS_AT_ONCE = 200
const HEADS_AT_ONCE = 1_000
const OLD_AFTER_MINUTES = 10
/** A clock that is set right may go back a little; more than a day is worth a look. */
const MOST_SECONDS_BACK = 24 * 60 * 60

export interface TrailReport {
  seals: number
  rows: number
  /** Rows that wait for their seal. */
  unsealed: number
  /** The number of times that rows were removed by their age; each leaves a row. */
  removals: number
  findings: number
}

/**
 * Walks the chain of seals over the audit trail and says each finding in a line. `isServed`: a server is running, so
 * that whatever is older than some minutes has its seal.
 */
export function checkTrail(
  db: Db,
  { heads, isServed }: { heads: NotedHead[]; isServed: boolean },
  say: (line: string) => void,
): Promise<TrailReport> {
  // Seals and rows are read in one snapshot, however long the walk takes and whatever is written meanwhile.
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return transaction.execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx)
    let findings = 0
    const find = (line: string) => {
      findings += 1
      say(line)
    }
    const removed = await readRemoved(tx)
    const { seals, known } = await walk({ tx, removed: removed.ids, find })
    const unsealed = await checkUnsealed(tx, known, isServed && seals > 0, find)
    await checkHeads(tx, heads, find)
    const { rows } = await countCovered(tx, known)
    return { seals, rows, unsealed, removals: removed.tellers, findings }
  })
}

/** A check under way: its snapshot, the ids of rows removed by their age, and the teller of findings. */
interface Check {
  tx: Tx
  removed: string
  find(line: string): void
}

/** The end of the chain, as far as it was followed. */
interface ChainEnd {
  id: number
  /** Hashes that the next seal may go on from. */
  hashes: string[]
  /** The latest time that a seal said, since the times last went back. */
  latest: number
}

/** Each seal against the one before it and against its rows; `known` are the ids that the seals cover. */
async function walk(check: Check): Promise<{ seals: number; known: string }> {
  const { tx, removed, find } = check
  let known = '{}'
  let seals = 0
  let ids = 0
  let last: ChainEnd = { id: 0, hashes: [''], latest: -Infinity }
  for (;;) {
    const batch = await readSeals(tx, last.id, SEALS_AT_ONCE, removed)
    const end = batch.at(-1)
    if (!end) break
    const added = await addCovered(tx, known, last.id, end.id)
    known = added.known
    ids += added.ids
    for (const seal of batch) last = await follow(check, last, seal)
    seals += batch.length
  }
  if ((await countCovered(tx, known)).ids < ids) find('Some rows are covered by two seals.')
  return { seals, known }
}

/** Checks the next seal of the chain, and returns the end that it makes. */
async function follow(check: Check, last: ChainEnd, seal: ReadSeal): Promise<ChainEnd> {
  const isNext = seal.id === last.id + 1
  if (!isNext) check.find(`${several('Seal', last.id + 1, seal.id - 1)} missing.`)
  const isBack = seal.moment < last.latest - MOST_SECONDS_BACK
  if (isBack) check.find(`Seal ${seal.id} says ${seal.at}, which is long before a seal before it.`)
  const latest = isBack ? seal.moment : Math.max(last.latest, seal.moment)
  // After a gap there is nothing to hash from: what the seal covers tells by its marks alone.
  const expected = isNext ? last.hashes.map((hash) => hashOf(hash, seal.content)) : []
  const isRight = seal.is_thinned || expected.includes(seal.hash)
  if (!isRight || seal.is_thinned) await explain(check, seal, isNext)
  // A seal whose own hash was changed leaves the next one right by what that hash ought to be.
  return { id: seal.id, hashes: isRight ? [seal.hash] : [seal.hash, ...expected.slice(0, 1)], latest }
}

const hashOf = (previous: string, content: string) =>
  createHash('sha256').update(Buffer.from(previous, 'hex')).update(Buffer.from(content, 'hex')).digest('hex')

const several = (what: string, from: number, to: number) =>
  from === to ? `${what} ${from} is` : `${what}s ${from} to ${to} are`

async function explain({ tx, removed, find }: Check, seal: ReadSeal, isNext: boolean): Promise<void> {
  const differences = seal.is_sound ? await readDifferences(tx, seal.id, removed) : []
  for (const { id, is_missing } of differences)
    find(`Row ${id} ${is_missing ? 'is missing' : 'was changed'} (sealed at ${seal.at} by seal ${seal.id}).`)
  if (!seal.is_sound || (isNext && !seal.is_thinned && differences.length === 0))
    find(`Seal ${seal.id} of ${seal.at} was changed.`)
}

async function checkUnsealed(tx: Tx, known: string, isServed: boolean, find: (line: string) => void): Promise<number> {
  const { rows, waiting } = await readUnsealed(tx, known, isServed ? OLD_AFTER_MINUTES : undefined)
  for (const { id, at, is_late } of rows)
    find(
      is_late ? `Row ${id}, which says ${at}, was put in later: no seal covers it.` : `Row ${id} of ${at} has no seal.`,
    )
  return waiting
}

async function checkHeads(tx: Tx, heads: NotedHead[], find: (line: string) => void): Promise<void> {
  for (let from = 0; from < heads.length; from += HEADS_AT_ONCE) {
    const some = heads.slice(from, from + HEADS_AT_ONCE)
    const hashes = await readHashes(tx, [...new Set(some.map(({ id }) => id))])
    for (const { id, at, hash } of some) {
      const found = hashes.get(id)
      if (found === undefined) find(`Seal ${id} is missing, which was the last one at ${at}.`)
      else if (found !== hash) find(`Seal ${id} is not the one that was the last at ${at}.`)
    }
  }
}
