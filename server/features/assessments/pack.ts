import { type PackPart, placeOf } from '../../documents/packs/part.ts'
import { resultDocument, resultSheet } from './documents.ts'
import { readResultLines } from './figures.reads.ts'
import { findAssessment, listPacked } from './reads.ts'

/** The results of assessments that were announced in the time and are evaluated, by department and group. */
export const resultsPack: PackPart = {
  folder: 'results',
  files: async ({ db, caller, of, maker }) =>
    (await listPacked(db, caller, of)).map((listed) => ({
      place: [
        placeOf(listed.department_name, listed.department_id),
        placeOf(listed.group_name, listed.group_id),
        placeOf(listed.name, listed.id),
      ].join('/'),
      title: `Results: ${listed.department_name}, ${listed.group_name}, ${listed.name}`,
      read: async () => {
        const assessment = await findAssessment(db, caller, listed.id)
        if (!assessment) return undefined
        const lines = await readResultLines(db, assessment)
        return {
          report: resultDocument('full', assessment, lines, maker),
          sheet: resultSheet('full', assessment, lines, maker),
        }
      },
    })),
}
