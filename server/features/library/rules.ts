import { NO_LIBRARY_FILE } from '../../../shared/files.ts'
import { invalid } from '../../core/errors.ts'
import type { StoredFile } from '../../core/files/keeping.ts'
import type { ReceivedFile } from '../../core/files/uploads.ts'
import { endingOf, fileTypeOf } from './file-types.ts'

/** A file with the type that its content has. */
export interface TypedFile extends StoredFile {
  type: string
}

/** The one file of a form. @throws 422 when there is none */
export function theFile([file]: ReceivedFile[]): ReceivedFile & { type: string } {
  if (!file) throw invalid({ file: [NO_LIBRARY_FILE] })
  return { ...file, type: fileTypeOf(file.name, file.head) }
}

/** Its type was decided by content and ending together, so the ending stays. */
export function refuseOtherEnding(filename: string, uploaded: string): void {
  const [given, due] = [endingOf(filename), endingOf(uploaded)]
  if (given === due) return
  throw invalid({ filename: [due ? `Filename must end in .${due}` : 'Filename must have no ending'] })
}
