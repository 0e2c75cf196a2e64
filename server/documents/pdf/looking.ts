import type { FastifyBaseLogger } from 'fastify'
import { type FilesAllowed, isPdf, type Unreadable, unreadableText } from '../../../shared/files.ts'
import { invalid } from '../../core/errors.ts'
import type { Who } from '../../core/turns.ts'
import { processesOf } from './processes.ts'

const look = processesOf<string, Unreadable | undefined>(new URL('./reader.ts', import.meta.url), {
  heapMb: 256,
})

interface FileToOpen {
  name: string
  head: Uint8Array
  temporaryPath: string
}

/**
 * Opens the PDFs of a form, in a process with little time and memory, and refuses unreadable ones. A file that can't be
 * judged so, whether it is hostile or the machine busy, is taken: nobody's work is refused for the time it takes.
 * @throws 422 that names the first PDF of which nobody can read a page
 */
export async function refuseUnreadable(
  files: readonly FileToOpen[],
  rule: FilesAllowed,
  who: Who,
  log: FastifyBaseLogger,
): Promise<void> {
  if (rule.unreadable !== 'refused') return
  for (const { name, head, temporaryPath } of files) {
    if (!isPdf(name, head)) continue
    const why = await look(temporaryPath, who).catch((error: unknown) => {
      log.warn({ err: error }, 'a PDF was taken that could not be opened')
      return undefined
    })
    if (why) throw invalid({ [rule.field]: [unreadableText(name, why)] })
  }
}
