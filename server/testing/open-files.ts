import { readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A process and those that it has started. */
function familyOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
  return [pid, ...children.filter((one) => one !== '').flatMap((one) => familyOf(Number(one)))]
}

/**
 * Returns the size of each file that a process or one of its children has open below a directory. A temporary file
 * often has no name there any more: it is found by the open file alone, as Linux tells it.
 */
export function openFilesIn(directory: string, pid: number): Map<string, number> {
  const found = new Map<string, number>()
  for (const one of familyOf(pid)) {
    const place = `/proc/${one}/fd`
    for (const descriptor of readdirSync(place)) {
      try {
        const path = readlinkSync(join(place, descriptor))
        if (path.startsWith(`${directory}/`)) found.set(path, statSync(join(place, descriptor)).size)
      } catch {
        // Closed meanwhile.
      }
    }
  }
  return found
}

/** Returns the size of each file below a directory. */
export function filesIn(directory: string): Map<string, number> {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return new Map(
    entries.map(({ parentPath, name }) => {
      const path = join(parentPath, name)
      return [path, statSync(path, { throwIfNoEntry: false })?.size ?? 0]
    }),
  )
}
