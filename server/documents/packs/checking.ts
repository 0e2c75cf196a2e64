import { createHash } from 'node:crypto'
import { type Entry, openPromise, type ZipFile } from 'yauzl'
import { counted } from '../../../shared/labels.ts'
import { PACK_FILES_MAX, PACK_MAX_BYTES } from '../../../shared/limits.ts'
import { isSafeName, type ListedFile, MANIFEST_NAME, Manifest, READABLE_NAME } from './manifest.ts'

/** The largest manifest that is read: ten thousand files with long titles. */
const MANIFEST_MAX_BYTES = 16 * 1024 * 1024
/** The most problems that are said: a stranger's file may have any number. */
const SAID_MAX = 50

export interface Checked {
  /** Each thing that is wrong; none when the pack is whole. */
  problems: string[]
  /** Undefined where it can't be read. */
  manifest: Manifest | undefined
  bytes: number
}

const REGULAR_FILE = 0o100000
const TYPE_BITS = 0o170000

/** True for a link, a device or a folder, and what is encrypted: a pack has files alone. */
function isNoFile(entry: Entry): boolean {
  const type = (entry.externalFileAttributes >>> 16) & TYPE_BITS
  return entry.isEncrypted() || (type !== 0 && type !== REGULAR_FILE)
}

/** Shows a name that a stranger has chosen. */
const shown = (name: string) => JSON.stringify(name.slice(0, 200))

class Problems {
  readonly said: string[] = []
  #more = 0

  add(problem: string): void {
    if (this.said.length < SAID_MAX) this.said.push(problem)
    else this.#more += 1
  }

  all(): string[] {
    return this.#more === 0 ? this.said : [...this.said, `… and ${counted(this.#more, 'more problem')}`]
  }
}

/** Lists the entries by their names, and names those that no pack has. */
async function entriesOf(zip: ZipFile, problems: Problems): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>()
  let count = 0
  for await (const entry of zip.eachEntry()) {
    count += 1
    if (count > PACK_FILES_MAX) throw new Error(`it has more than ${PACK_FILES_MAX} files`)
    const name = String(entry.fileName)
    if (!isSafeName(name)) problems.add(`${shown(name)} leaves the folder of the pack, or is no name of a file in it`)
    else if (isNoFile(entry)) problems.add(`${name} is no plain file`)
    else if (entries.has(name)) problems.add(`${name} is there twice`)
    else entries.set(name, entry)
  }
  return entries
}

/** Reads an entry to its end and no further than to its size; a text tells what is wrong with it. */
async function readEntry(zip: ZipFile, entry: Entry, size: number, hear: (piece: Buffer) => void) {
  let read = 0
  try {
    const bytes = await zip.openReadStreamPromise(entry)
    for await (const piece of bytes) {
      read += piece.length
      if (read > size) {
        bytes.destroy()
        return `is larger than ${size} bytes`
      }
      hear(piece)
    }
  } catch (error) {
    return `can't be read: ${error instanceof Error ? error.message : String(error)}`
  }
  return undefined
}

async function readManifest(zip: ZipFile, entry: Entry | undefined): Promise<Manifest | string> {
  if (!entry) return `${MANIFEST_NAME} is missing: this is no inspection pack, or its list of files was taken out`
  const pieces: Buffer[] = []
  const problem = await readEntry(zip, entry, MANIFEST_MAX_BYTES, (piece) => pieces.push(piece))
  if (problem) return `${MANIFEST_NAME} ${problem}`
  try {
    const parsed = Manifest.safeParse(JSON.parse(Buffer.concat(pieces).toString('utf8')))
    if (parsed.success) return parsed.data
  } catch {
    // A text that is no JSON is no manifest either.
  }
  return `${MANIFEST_NAME} is not the list of files of an inspection pack`
}

async function checkFile(zip: ZipFile, entry: Entry, { name, size, sha256 }: ListedFile): Promise<string | undefined> {
  const hash = createHash('sha256')
  let read = 0
  const problem = await readEntry(zip, entry, size, (piece) => {
    read += piece.length
    hash.update(piece)
  })
  if (problem) return `${name} ${problem}`
  if (read !== size) return `${name} has ${read} bytes instead of ${size}`
  return hash.digest('hex') === sha256 ? undefined : `${name} was changed: its SHA-256 is another one`
}

/** Compares what is there with what the manifest lists, and reads each listed file. */
async function compare(zip: ZipFile, entries: Map<string, Entry>, { files }: Manifest, problems: Problems) {
  const listed = new Set<string>()
  for (const file of files) {
    const { name } = file
    const entry = entries.get(name)
    const isTwice = listed.has(name)
    listed.add(name)
    const problem = isTwice
      ? `${name} is listed twice`
      : entry
        ? await checkFile(zip, entry, file)
        : `${name} is missing`
    if (problem) problems.add(problem)
  }
  if (!listed.has(READABLE_NAME)) problems.add(`${READABLE_NAME} is not listed`)
  for (const name of entries.keys())
    if (name !== MANIFEST_NAME && !listed.has(name)) problems.add(`${name} was added: it is not listed`)
}

/**
 * Checks a pack by itself, without a database: each listed file is there and unchanged, none is there besides, and no name
 * leaves the folder. Nothing is unpacked to the disk, and of no file more is read than its listed size. The file may be
 * anybody's.
 */
export async function checkPack(path: string): Promise<Checked> {
  const problems = new Problems()
  let manifest: Manifest | undefined
  let bytes = 0
  try {
    // Names are judged here, whatever they are: the library would end at the first bad one.
    const zip = await openPromise(path, { lazyEntries: true, decodeStrings: false, autoClose: false })
    try {
      const entries = await entriesOf(zip, problems)
      const read = await readManifest(zip, entries.get(MANIFEST_NAME))
      if (typeof read === 'string') problems.add(read)
      else {
        manifest = read
        bytes = read.files.reduce((sum, { size }) => sum + size, 0)
        if (bytes > PACK_MAX_BYTES) problems.add('Its files are larger than those of any pack, and were not read')
        else await compare(zip, entries, read, problems)
      }
    } finally {
      zip.close()
    }
  } catch (error) {
    problems.add(`The ZIP is not whole: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { problems: problems.all(), manifest, bytes }
}
