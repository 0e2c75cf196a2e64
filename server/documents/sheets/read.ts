import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { SHEET_FILE } from '../../../shared/sheet-file.ts'
import { HttpError, invalid, unavailable } from '../../core/errors.ts'
import { collegeNow } from '../../machine/of-college.ts'
import { BROKEN, type ReadSheet } from './lines.ts'

export const refusedFile = (...messages: string[]) => invalid({ [SHEET_FILE.field]: messages })

const PATIENCE_MS = 5_000
const LIMITS = { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 64 }
const TOO_SLOW = 'The file takes too long to read. Keep only the rows to import, and save it again as XLSX or CSV.'

/** A file, and the headings that its reader knows, by `plainHeading`. */
export interface ReaderOrder {
  path: string
  headings: readonly string[]
}

/** A thread that waits for the next file, for a while after the last one: a clerk mends a file and sends it again. */
let ahead: { worker: Worker; end: NodeJS.Timeout } | undefined
const AHEAD_MS = 60_000

const startReader = () => new Worker(new URL('./worker.ts', import.meta.url), { resourceLimits: LIMITS })

/** Starts the thread of the next file. A thread reads one file and no other, whatever that file did to it. */
function startAhead(): void {
  if (ahead) return
  const worker = startReader()
  worker.unref()
  const forget = () => {
    if (ahead?.worker === worker) ahead = undefined
  }
  worker.on('error', forget).on('exit', forget)
  ahead = { worker, end: setTimeout(() => void worker.terminate(), AHEAD_MS).unref() }
}

function takeReader(): Worker {
  if (!ahead) return startReader()
  const { worker, end } = ahead
  ahead = undefined
  clearTimeout(end)
  worker.ref()
  return worker
}

async function readNow(order: ReaderOrder, patienceMs: number): Promise<ReadSheet> {
  const worker = takeReader()
  worker.postMessage(order)
  const patience = AbortSignal.timeout(patienceMs)
  try {
    // A thread that runs out of memory ends with an error, and nothing else does.
    const [said] = (await once(worker, 'message', { signal: patience }).catch(() => [
      { refusal: [patience.aborted ? TOO_SLOW : BROKEN] },
    ])) as [{ sheet: ReadSheet } | { refusal: string[] }]
    if ('refusal' in said) throw refusedFile(...said.refusal)
    return said.sheet
  } finally {
    await worker.terminate()
    startAhead()
  }
}

const AT_ONCE = 2
const WAITING_MOST = 8
const OF_ONE_PERSON_MOST = 2
const RETRY_SECONDS = 5

/** A person of a college: several colleges of a process may have people of one id. */
interface Reader {
  person: number
  college: string | undefined
}

const isSame = (one: Reader, other: Reader) => one.person === other.person && one.college === other.college
const reading: Reader[] = []
const waiting: (Reader & { begin(): void })[] = []

/**
 * Lets go in whose turn it is: the first of those whose other file is not being read just now, of a college of which
 * none is before one of which some is.
 */
function nextTurn(): void {
  if (reading.length >= AT_ONCE) return
  const isFree = (one: Reader) => !reading.some((other) => isSame(one, other))
  const isFirst = (one: Reader) => isFree(one) && !reading.some(({ college }) => college === one.college)
  const first = waiting.findIndex(isFirst)
  const at = first < 0 ? waiting.findIndex(isFree) : first
  const [next] = at < 0 ? [] : waiting.splice(at, 1)
  if (!next) return
  reading.push(next)
  next.begin()
}

/** @throws 429 and 503 when too many files wait, of one person and of all */
async function turnOf(reader: Reader): Promise<void> {
  const own = [...reading, ...waiting].filter((one) => isSame(one, reader)).length
  if (own >= OF_ONE_PERSON_MOST)
    throw new HttpError(429, 'Your other files are still being read. Please try again in a moment.', {
      headers: { 'retry-after': String(RETRY_SECONDS) },
    })
  if (waiting.filter(({ college }) => college === reader.college).length >= WAITING_MOST)
    throw unavailable('Many files are being read just now. Please try again in a moment.', RETRY_SECONDS)
  await new Promise<void>((begin) => {
    waiting.push({ ...reader, begin })
    nextTurn()
  })
}

interface Reading {
  /** The headings that the caller knows, by `plainHeading`: by them the line of the headings is found. */
  headings?: readonly string[]
  patienceMs?: number
}

/**
 * Reads an uploaded CSV or XLSX file, told apart by content. A file may be made to take all memory or time, so a thread
 * with little of both reads it. Two are read at once, of one person one after the other, so that nobody's file holds up
 * the others.
 * @throws 422 on `file` when it cannot be read, has no rows or too many; 429 and 503 when too many wait
 */
export async function readSheet(
  path: string,
  person: number,
  { headings = [], patienceMs = PATIENCE_MS }: Reading = {},
): Promise<ReadSheet> {
  const reader = { person, college: collegeNow() }
  await turnOf(reader)
  try {
    return await readNow({ path, headings }, patienceMs)
  } finally {
    const at = reading.findIndex((one) => isSame(one, reader))
    reading.splice(at, 1)
    nextTurn()
  }
}
