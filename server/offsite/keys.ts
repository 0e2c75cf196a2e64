import { randomBytes } from 'node:crypto'
import { link, open, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'

// All that leaves the machine is sealed in the age format (age-encryption.org), which other programs open too: each thing
// to two recipients, the key on paper and the key of this machine.

/** The file of the machine's own key, in the data directory. */
const MACHINE_KEY = 'backup-key.txt'

/** Makes a key pair. The identity opens what is sealed to its recipient, and is a secret of whoever holds it. */
export async function newKeyPair(): Promise<{ identity: string; recipient: string }> {
  const identity = await generateX25519Identity()
  return { identity, recipient: await identityToRecipient(identity) }
}

/**
 * Returns the recipient of an identity as people type it.
 * @throws Error with one line for people when it is none
 */
export async function recipientOf(identity: string): Promise<string> {
  try {
    return await identityToRecipient(identity)
  } catch {
    throw new Error('that is no key: it begins with AGE-SECRET-KEY-1')
  }
}

/** Finds the identity in a text: in a file of keys, lines that begin with # say something about them. */
export const identityIn = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trim().toUpperCase())
    .find((line) => line !== '' && !line.startsWith('#')) ?? ''

async function readIfThere(path: string): Promise<string | undefined> {
  try {
    return identityIn(await readFile(path, 'utf8'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

/** Returns the identity of this machine, if it has one. */
export const findMachineIdentity = (dataDir: string) => readIfThere(join(dataDir, MACHINE_KEY))

/** Returns the identity of this machine, which is made at the first asking and only its owner can read. */
export async function machineIdentity(dataDir: string): Promise<string> {
  const path = join(dataDir, MACHINE_KEY)
  const known = await readIfThere(path)
  if (known) return known
  const { identity } = await newKeyPair()
  const fresh = `${path}.${randomBytes(6).toString('hex')}`
  const target = await open(fresh, 'wx', 0o600)
  try {
    await target.writeFile(`${identity}\n`)
    await target.sync()
  } finally {
    await target.close()
  }
  // Another process on this directory may have been first: its key stays.
  await link(fresh, path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(fresh, { force: true })
  return (await readIfThere(path)) ?? identity
}

/** Seals bytes to recipients; `size` is how many bytes come of so many. */
export async function sealed(
  bytes: Readable,
  recipients: readonly string[],
): Promise<{ bytes: Readable; size(of: number): number }> {
  const encrypter = new Encrypter()
  for (const recipient of recipients) encrypter.addRecipient(recipient)
  const out = await encrypter.encrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
  return { bytes: Readable.fromWeb(out as never), size: (of) => out.size(of) }
}

/**
 * Opens sealed bytes with whichever of the identities fits.
 * @throws Error with one line for people, at once for another key, and while reading for bytes that were changed
 */
export async function unsealed(bytes: Readable, identities: readonly string[], name: string): Promise<Readable> {
  const decrypter = new Decrypter()
  for (const identity of identities) decrypter.addIdentity(identity)
  let lost: unknown
  bytes.once('error', (error) => {
    lost = error
  })
  const told = (error: unknown) => {
    if (lost) return lost
    if (/no identity matched/.test(String(error)))
      return new Error(`the key does not open ${name}: it is another one's`)
    return new Error(`${name} was changed or damaged`)
  }
  const open = async () => {
    try {
      return await decrypter.decrypt(Readable.toWeb(bytes) as ReadableStream<Uint8Array>)
    } catch (error) {
      bytes.destroy()
      throw told(error)
    }
  }
  const opened = Readable.fromWeb((await open()) as never)
  async function* pieces() {
    try {
      yield* opened
    } catch (error) {
      throw told(error)
    }
  }
  return Readable.from(pieces(), { objectMode: false })
}
