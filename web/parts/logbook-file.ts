import { collegeToday } from '../../shared/college-clock.ts'
import { logbookExports } from '../../shared/contract/logbook-exports.ts'
import { callFile } from '../core/call-file.ts'
import { saveFile } from '../core/downloads.ts'

/** Saves the logbook of a student, and returns the name of the file. */
export async function saveLogbook(studentId: number): Promise<string> {
  const name = `logbook-${studentId}-${collegeToday()}.pdf`
  saveFile(await callFile(logbookExports.ofStudent, { params: { id: studentId } }), name)
  return name
}
