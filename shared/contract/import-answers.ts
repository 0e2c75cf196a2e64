import * as z from 'zod/mini'
import { LINE_MAX, TEXT_MAX } from '../limits.ts'

// The answers of a person to what a file leaves open: texts of a form, beside the file.

/** A field whose text is JSON of this shape, of at most so many characters. */
function jsonText<T>(schema: z.ZodMiniType<T>, most: number, wrong: string) {
  const read = (text: string): T | undefined => {
    try {
      return z.safeParse(schema, JSON.parse(text)).data
    } catch {
      return undefined
    }
  }
  return z.pipe(
    z.string(wrong).check(
      z.maxLength(most, { error: wrong, abort: true }),
      z.refine((text) => read(text) !== undefined, wrong),
    ),
    z.transform((text: string) => read(text) as T),
  )
}

const field = z.string().check(z.minLength(1), z.maxLength(40))

/** The place of a column, from 0 → the field that it is used as, or null to leave it out. */
export type ColumnChoice = Record<string, string | null>

/** A choice for each column that a file may have, with room to spare. */
export const columnChoice = jsonText(
  z.record(z.string().check(z.regex(/^\d{1,3}$/)), z.nullable(field)),
  10_000,
  'columns must be JSON: the place of a column, from 0, to a field or null',
)

/** The word for all rows of a file whose cell is empty. */
export const EVERY_ROW = 'all'

/**
 * Texts that are read in place of the file's: the line of a row → the texts of its fields, or null to leave the row out.
 * The texts of `all` fill the empty cells of every row.
 */
export type Mended = Record<string, Record<string, string> | null>

/** So many characters fit into a field of a form, whatever they are. */
export const MENDED_MAX = 30_000
export const TOO_MUCH_MENDED =
  'Too much of this file is changed here. Mend the file itself, or import it without some of its rows.'

export const mended = jsonText(
  z.record(
    z.string().check(z.regex(/^(?:\d{1,6}|all)$/)),
    z.nullable(z.record(field, z.string().check(z.maxLength(TEXT_MAX)))),
  ),
  MENDED_MAX,
  `mended must be JSON of at most ${MENDED_MAX} characters: the line of a row, or "${EVERY_ROW}", to texts by field, or null`,
)

/** The start of the fields that take a group: `group:4` is the group in the department with this id. */
export const GROUP_FIELD = 'group:'

/** A name of the file that no record has yet, and that is made with the import. */
export const NewName = z.object({
  /** The field whose column has it: `batch_id`, `department_id`, `designation_id`, `group:4`, `assessment_id`. */
  field,
  name: z.string().check(z.minLength(1), z.maxLength(LINE_MAX)),
  /** The year of a batch, the type of a department, the name of the batch of a group or of the department of an assessment. */
  as: z.nullable(z.string().check(z.maxLength(LINE_MAX))),
})
export type NewName = z.infer<typeof NewName>

export const NEW_NAMES_MAX = 100

export const making = jsonText(
  z.array(NewName).check(z.maxLength(NEW_NAMES_MAX)),
  MENDED_MAX,
  `making must be JSON: a list of at most ${NEW_NAMES_MAX} names, each with field, name and as`,
)
