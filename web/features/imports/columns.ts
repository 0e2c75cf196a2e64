import type { ColumnChoice } from '../../../shared/contract/import-answers.ts'
import type { ImportColumn, ImportPreview } from '../../../shared/contract/imports.ts'

/** Returns what the person has said of the columns of a preview. */
export const saidOf = (columns: readonly ImportColumn[]): ColumnChoice =>
  Object.fromEntries(columns.filter(({ by }) => by === 'choice').map(({ index, field }) => [String(index), field]))

/** Returns what is said of the columns once one is used otherwise: another one that was used so is left out. */
export function columnsWith(columns: readonly ImportColumn[], at: number, field: string | null): ColumnChoice {
  const others = columns.filter((one) => one.index !== at && field !== null && (one.field ?? one.asks) === field)
  return {
    ...saidOf(columns),
    ...Object.fromEntries(others.map(({ index }) => [String(index), null])),
    [at]: field,
  }
}

/** Returns the name of a column as people find it. */
export const columnName = ({ heading, index }: ImportColumn) => (heading === '' ? `Column ${index + 1}` : heading)

/** Counts the columns: "9 of 12 are read". */
export function readText(columns: readonly ImportColumn[]): string {
  const read = columns.filter(({ field }) => field !== null).length
  return `${read} of ${columns.length} ${read === 1 ? 'is' : 'are'} read`
}

/** Returns the template's name of a field. */
const fieldName = ({ fields }: Pick<ImportPreview, 'fields'>, field: string) =>
  fields.find((one) => one.field === field)?.heading ?? field

/** Says why a column is used so, where its heading does not. */
export function reasonOf(
  preview: Pick<ImportPreview, 'fields' | 'file_columns'>,
  { by, asks }: ImportColumn,
): string | undefined {
  const rivals = preview.file_columns.filter((one) => one.asks === asks)
  if (asks !== null && rivals.length === 1) return 'Say of which department its groups are, or leave it out'
  if (asks !== null) return `Other columns mean ${fieldName(preview, asks)}, too: say which one is read`
  return by === 'content' ? 'Taken for it by what stands in it' : undefined
}

/** The headings above a count of the rows: "S.No", "Sr. #", "Serial Number". */
const SERIAL_HEADING = /^(?:s|sr|sl|ser|serial)?[\s.]*(?:#|n(?:o|um|umber)?)?[\s.]*$/i

/** Returns whether a column that is not read only counts the rows, as clerks' lists do. */
const isSerial = ({ heading, samples }: ImportColumn) =>
  SERIAL_HEADING.test(heading) && samples.length > 0 && samples.every((text, at) => Number(text) === at + 1)

/** Returns whether people should look at a column: it is asked about, guessed, left out or used as they said. */
export function isNotable(column: ImportColumn): boolean {
  const { by, heading, asks } = column
  if (by === null && asks === null) return heading !== '' && !isSerial(column)
  return by !== 'heading'
}
