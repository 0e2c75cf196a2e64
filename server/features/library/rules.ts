import { NO_LIBRARY_FILE } from '../../../shared/files.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { endingOf } from '../../core/files/file-types.ts'
import type { ReceivedFile } from '../../core/files/uploads.ts'
import type { Db } from '../../db/types.ts'
import { findBatch } from '../batches/reads.ts'
import { findDepartment } from '../departments/reads.ts'

export const noDepartment = () => invalid({ department_id: ['Department does not exist'] })
export const noBatch = () => invalid({ batch_id: ['Batch does not exist'] })

/** Whom an entry is for. */
interface Placed {
  department_id: number
  batch_id?: number | null | undefined
}

/** Any department and any batch that there is: administration has its forms, and old batches their papers. */
export async function refuseUnplaced(db: Db, caller: Caller, { department_id, batch_id }: Placed): Promise<void> {
  if (!(await findDepartment(db, caller, department_id))) throw noDepartment()
  if (batch_id && !(await findBatch(db, caller, batch_id))) throw noBatch()
}

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
