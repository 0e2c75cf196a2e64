import type { FileRow } from './file-row.ts'
import { wideHeading } from './wide.ts'
import type { WideColumn } from './wide-facts.ts'

/** A cell with marks: in a column of its own, or in that of its assessment. */
export interface MarkCell {
  field: string
  /** The heading of the column as the preview has it. */
  heading: string
  title: string
  text: string
  /** The column of the assessment, where it has one. */
  wide?: WideColumn
}

/** Returns the cells of a row that have marks. */
export function cellsOf({ cells }: FileRow, wide: readonly WideColumn[]): MarkCell[] {
  const { assessment_id: title, marks } = cells
  const own =
    title === undefined || marks === undefined ? [] : [{ field: 'marks', heading: 'Marks', title, text: marks }]
  return [
    ...own,
    ...wide.flatMap((column) => {
      const { field, heading, title } = column
      const text = cells[field]
      return text === undefined ? [] : [{ field, heading: wideHeading('results', heading), title, text, wide: column }]
    }),
  ]
}
