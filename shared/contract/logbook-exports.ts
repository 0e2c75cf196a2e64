import * as z from 'zod/mini'
import { get } from '../endpoint.ts'
import { choice } from '../fields.ts'
import { matrixDay } from './logbook.ts'

const failure = 'Failed to export the logbook'

export const logbookExports = {
  ofStudent: get('/logbook/student/:id/export/pdf', {
    costly: true,
    summary: 'The logbook of a student as PDF: counts, and all signed performances by department',
    action: 'logbook:read',
    file: { type: 'application/pdf', description: 'A PDF' },
    failure,
  }),
  ofGroup: get('/logbook/group/:id/export/:format', {
    costly: true,
    summary: 'The students of a group by its requirements, as a file',
    action: 'logbook:read-groups',
    params: { format: choice('Format', ['pdf', 'csv', 'xlsx']) },
    query: z.object(matrixDay),
    file: { type: 'application/pdf', description: 'A PDF, CSV or XLSX file' },
    failure,
  }),
}
