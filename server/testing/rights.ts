import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Returns the kernel's ids of the process, in each of its threads. */
function idsOf(pid: number, which: 'Uid' | 'Gid'): number[] {
  if (!existsSync('/proc')) return []
  const ids = readdirSync(`/proc/${pid}/task`).flatMap((thread) => {
    const status = readFileSync(`/proc/${pid}/task/${thread}/status`, 'utf8')
    const [, found = ''] = new RegExp(`^${which}:\\s+(.+)$`, 'm').exec(status) ?? []
    return found.split('\t').map(Number)
  })
  return [...new Set(ids)]
}

/** Returns the users that the process runs as. */
export const usersOf = (pid: number) => idsOf(pid, 'Uid')
export const groupsOf = (pid: number) => idsOf(pid, 'Gid')

/** The processes that it has begun. */
export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)

export function ownersIn(directory: string): number[] {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true })
  return [...new Set(entries.map(({ parentPath, name }) => statSync(join(parentPath, name)).uid))]
}
