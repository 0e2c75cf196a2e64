import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { fetchCopy } from './backup/copies/fetching.ts'
import { type Copy, listCopies } from './backup/copies/layout.ts'
import { sizeText } from './backup/progress.ts'
import { backupAt, type Source } from './backup/source.ts'
import { fileStoreOf } from './files/open.ts'
import { accountFor, becomeOwner } from './machine/leave-root.ts'
import { sealedBucket } from './offsite/bucket.ts'
import { identityIn, recipientOf } from './offsite/keys.ts'
import type { Settings } from './settings.ts'

const USAGE = 'npm run restore -- --from-bucket [<backup>] [--list] [--key-file <file>]'

interface Asked {
  name: string | undefined
  isListed: boolean
  keyFile: string | undefined
}

/** @throws Error with one line for people; a key on the command line would be read there by others */
export function askedOf(args: readonly string[]): Asked {
  const asked: Asked = { name: undefined, isListed: false, keyFile: undefined }
  for (let at = 0; at < args.length; at += 1) {
    const word = args[at] ?? ''
    if (/^AGE-SECRET-KEY/i.test(word)) throw new Error('a key does not belong on the command line: it is asked for')
    if (word === '--list') asked.isListed = true
    else if (word === '--key-file' && args[at + 1]) {
      at += 1
      asked.keyFile = args[at]
    } else if (word.startsWith('-') || asked.name !== undefined) throw new Error(USAGE)
    else asked.name = word
  }
  return asked
}

/** Asks for the key, without showing what is typed; a pipe may say it too. */
export async function typedKey(): Promise<string> {
  process.stdout.write('The key from the paper (AGE-SECRET-KEY-1…): ')
  const output = new Writable({ write: (_piece, _encoding, done) => done() })
  const reading = createInterface({ input: process.stdin, output, terminal: process.stdin.isTTY === true })
  try {
    const ended = new Promise<never>((_resolve, reject) => {
      reading.once('close', () => reject(new Error('no key was given')))
    })
    return await Promise.race([reading.question(''), ended])
  } finally {
    reading.close()
    process.stdout.write('\n')
  }
}

const lineOf = ({ name, installation, bytes, isWhole }: Copy) =>
  `  ${name}  installation ${installation.slice(0, 8)}  ${sizeText(bytes)} and its files${isWhole ? '' : '  (not whole: it was cut off, or is under way)'}`

/** @throws Error with one line for people where it is not one copy */
export function chosenOf(copies: readonly Copy[], name: string | undefined): Copy {
  const whole = copies.filter((copy) => copy.isWhole && (name === undefined || copy.name === name))
  const [newest] = whole
  if (!newest) throw new Error(name ? `there is no whole copy ${name} in the bucket` : 'the bucket has no whole copy')
  if (whole.some(({ installation }) => installation !== newest.installation))
    throw new Error('the bucket has copies of several installations: say which one, by its name')
  return newest
}

/**
 * Fetches a copy out of the bucket and hands it to `restore` as a backup on this disk, which goes again. Root goes on as
 * the owner of the data directory, where the copy lies meanwhile.
 * @throws Error with one line for people
 */
export async function restoreFromBucket(
  args: readonly string[],
  settings: Settings,
  { say, restore }: { say(line: string): void; restore(backup: Source, settings: Settings): Promise<void> },
): Promise<void> {
  const { name, isListed, keyFile } = askedOf(args)
  if (!settings.BACKUP_URL) throw new Error('set BACKUP_URL, the bucket that has the copies')
  const identity = isListed ? undefined : identityIn(keyFile ? readFileSync(keyFile, 'utf8') : await typedKey())
  if (identity !== undefined) await recipientOf(identity)
  const identities = identity === undefined ? [] : [identity]
  const bucket = sealedBucket(settings.BACKUP_URL, { recipients: [], identities })
  const copies = await listCopies(bucket)
  say(`In ${bucket.place}:`)
  for (const copy of copies) say(lineOf(copy))
  if (isListed) return
  const chosen = chosenOf(copies, name)
  // The modules are loaded before root's rights are gone.
  await fileStoreOf(settings)
  const DATA_DIR = becomeOwner(settings.DATA_DIR, accountFor(settings.DATA_DIR))
  // By this name a trial of the server removes it, should this process be killed.
  const place = mkdtempSync(join(DATA_DIR, 'restore-test-bucket-'))
  const stopping = new AbortController()
  const stop = () => stopping.abort(new Error('it was stopped'))
  for (const end of ['SIGINT', 'SIGTERM']) process.once(end, stop)
  try {
    say(`Fetching ${chosen.name} …`)
    const fetched = join(place, 'fetched')
    await fetchCopy(bucket, chosen, fetched, { say, signal: stopping.signal })
    for (const end of ['SIGINT', 'SIGTERM']) process.off(end, stop)
    await restore(backupAt(fetched, chosen.name), { ...settings, DATA_DIR })
  } finally {
    rmSync(place, { recursive: true, force: true, maxRetries: 5 })
  }
}
