import { closeSync, openSync, statSync } from 'node:fs'
import type { Account } from './process.ts'

/** True when the account can enter a directory: the kernel is asked, since permission bits don't tell all. */
export const canEnter = (account: Account | null, directory: string) =>
  succeedsAs(account, () => statSync(`${directory}/.`))

export const canRead = (account: Account | null, files: string[]) =>
  succeedsAs(account, () => {
    // Not access(2), which asks for the owner of the process and not for the user it acts as.
    for (const file of files) closeSync(openSync(file, 'r'))
  })

function succeedsAs(account: Account | null, attempt: () => void): boolean {
  try {
    actAs(account, attempt)
    return true
  } catch {
    return false
  }
}

export type Rights = Pick<Account, 'uid' | 'gid'>

/** Root acts as the account for the time of the work, which is a program's start quicker than a process of its. */
export function actAs(account: Rights | null, work: () => void): void {
  if (!account || process.geteuid?.() !== 0) {
    work()
    return
  }
  const groups = process.getgroups?.() ?? []
  const group = process.getegid?.() ?? 0
  process.setgroups?.([])
  process.setegid?.(account.gid)
  process.seteuid?.(account.uid)
  try {
    work()
  } finally {
    process.seteuid?.(0)
    process.setegid?.(group)
    process.setgroups?.(groups)
  }
}

/** Root gives its rights up for good, in all threads, and takes the account's. */
export function become({ uid, gid }: Rights): void {
  process.setgroups?.([])
  process.setgid?.(gid)
  process.setuid?.(uid)
}
