import { closeSync, openSync, statSync } from 'node:fs'
import type { Account } from '../postgres/process.ts'

/** Whether the account comes into a directory: asked of the kernel, since permission bits don't tell all. */
export const canEnter = (account: Account | null, directory: string) =>
  succeedsAs(account, () => statSync(`${directory}/.`))

/** Whether the account can read all of these files. */
export const canRead = (account: Account | null, files: string[]) =>
  succeedsAs(account, () => {
    // Not access(2), which asks for whom the process belongs to and not for whom it acts.
    for (const file of files) closeSync(openSync(file, 'r'))
  })

/** Root acts as the account for the time of the attempt, which is a program's start quicker than a process of its. */
function succeedsAs(account: Account | null, attempt: () => void): boolean {
  const isRoot = account && process.geteuid?.() === 0
  const groups = process.getgroups?.() ?? []
  const group = process.getegid?.() ?? 0
  if (isRoot) {
    process.setgroups?.([])
    process.setegid?.(account.gid)
    process.seteuid?.(account.uid)
  }
  try {
    attempt()
    return true
  } catch {
    return false
  } finally {
    if (isRoot) {
      process.seteuid?.(0)
      process.setegid?.(group)
      process.setgroups?.(groups)
    }
  }
}
