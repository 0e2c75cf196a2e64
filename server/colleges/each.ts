import { type College, collegeIn, collegeNames, folderOf, readRegistry } from './registry.ts'
import type { InstallationSettings } from './settings.ts'

/** The result of a piece of work for a college: a line, and whether it went well. */
export interface Outcome {
  isWell: boolean
  line: string
}

const textOf = (error: unknown) => (error instanceof Error ? error.message : String(error)).split('\n', 1)[0] ?? ''

/**
 * Does some work for each college, several at once, and says each result as it comes. One that fails keeps no other from
 * its turn.
 * @param only the names of those that are meant; none is all
 * @returns the names of those that failed
 */
export async function forEach(
  installation: InstallationSettings,
  { only, atOnce }: { only: readonly string[]; atOnce: number },
  say: (line: string) => void,
  work: (college: College) => Promise<Outcome>,
): Promise<string[]> {
  const names = collegeNames(installation)
  const unknown = only.find((name) => !names.includes(name))
  if (unknown !== undefined) throw new Error(`there is no college ${unknown}`)
  const registry = readRegistry(installation)
  const left = names.filter((name) => only.length === 0 || only.includes(name))
  const failed: string[] = []

  async function doOne(name: string): Promise<Outcome> {
    const problem = registry.unusable.find((one) => one.name === name)?.problem
    if (problem !== undefined) return { isWell: false, line: problem }
    try {
      return await work(registry.colleges.get(name) ?? collegeIn(folderOf(installation, name), name, installation))
    } catch (error) {
      return { isWell: false, line: textOf(error) }
    }
  }
  const next = async (): Promise<void> => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) {
      const { isWell, line } = await doOne(name)
      if (!isWell) failed.push(name)
      say(`${name}: ${isWell ? '' : 'FAILED: '}${line}`)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, next))
  return failed.toSorted()
}
