import { collegeToday } from '../../shared/college-clock.ts'
import { logbookExports } from '../../shared/contract/logbook-exports.ts'
import { callFile } from '../core/call-file.ts'
import { ExportPanel } from './ExportPanel.tsx'

/** Saves the logbook of a student as a PDF: the counts, and all signed performances. */
export const LogbookFile = ({ studentId }: { studentId: number }) => (
  <ExportPanel
    formats={['pdf']}
    label="Save as PDF"
    fileName={() => `logbook-${studentId}-${collegeToday()}`}
    read={(_, signal, onReceived) =>
      callFile(logbookExports.ofStudent, { params: { id: studentId }, signal }, onReceived)
    }
  />
)
