import { endingOf, NO_LIBRARY_FILE } from '../../../shared/files.ts'
import { invalid } from '../../core/errors.ts'
import type { ReceivedFile } from '../../files/uploads.ts'

/** The one file of a form. @throws 422 when there is none */
export function theFile([file]: ReceivedFile[]): ReceivedFile {
  if (!file) throw invalid({ file: [NO_LIBRARY_FILE] })
  return file
}

/** Its type was decided by content and ending together, so the ending stays. */
export function refuseOtherEnding(filename: string, uploaded: string): void {
  const [given, due] = [endingOf(filename), endingOf(uploaded)]
  if (given === due) return
  throw invalid({ filename: [due ? `Filename must end in .${due}` : 'Filename must have no ending'] })
}
