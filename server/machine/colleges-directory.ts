import { existsSync, statSync } from 'node:fs'
import { become } from './as-account.ts'
import { ownerOf } from './data-directory.ts'

/**
 * Goes on as the owner of the colleges' directory where root has started this: what root makes there, or opens, could be
 * a link of that user's. New files are closed to others from here on.
 * @throws Error with one line for people
 */
export function becomeOwnerOf(directory: string): void {
  process.umask(0o077)
  if (!existsSync(directory) || !statSync(directory).isDirectory())
    throw new Error(`COLLEGES_DIR, ${directory}, is no directory: make it, for the user of the server`)
  if (process.geteuid?.() !== 0) return
  const owner = ownerOf(directory)
  if (owner.uid === 0)
    throw new Error(`the server does not run as root, and ${directory} is root's: give it to a user of its own (chown)`)
  become(owner)
}
