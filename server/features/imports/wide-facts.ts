import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import { folded } from '../../../shared/folding.ts'
import { ASSESSMENT_TYPES, labelOf } from '../../../shared/labels.ts'
import { factFieldOf, isWideField } from '../../../shared/wide-fields.ts'
import { isDay, writtenDay } from '../../../shared/written-day.ts'
import type { ReadSheet } from '../../documents/sheets/lines.ts'
import type { Matched } from './column.ts'
import { type DayCell, isDayText, type ReadDay } from './days.ts'
import { told } from './file-row.ts'
import { type SaidByHeading, saidByHeading } from './headings.ts'
import { decimalOf, markOf } from './marks.ts'
import type { SaidOfAssessment } from './said.ts'

// The facts that hold for one wide column alone: as the sender says, else as its heading does.

/** The facts of each kind's columns, with their names for people. */
const FACTS: Partial<Record<ImportKind, Record<string, string>>> = {
  results: {
    title: 'Assessment',
    type: 'Type',
    held_on: 'Day',
    total_marks: 'Maximum Marks',
    weightage: 'Weight',
  },
  attendance: { day: 'Day' },
}

type Answers = Record<string, string>

/** A wide column of the file, with what is known of it. */
export interface WideColumn {
  index: number
  field: string
  heading: string
  /** The title of its assessment. */
  title: string
  /** The facts of its assessment as the sender says them, and as the heading does. */
  said: Partial<SaidOfAssessment>
  guessed: Partial<SaidOfAssessment>
  day: ReadDay
  answers: Answers
  /** The field of a fact → what is wrong with it. */
  problems: Record<string, string>
}

/** Tells whether a field may be that of a fact of one of so many columns. */
export const isFactField = (kind: ImportKind, field: string, columns: number) =>
  Object.keys(FACTS[kind] ?? {}).some((fact) => {
    const index = /^of:(\d+)\./.exec(field)?.[1]
    return index !== undefined && Number(index) < columns && field === factFieldOf(`of:${index}`, fact)
  })

interface Headed {
  index: number
  field: string
  heading: string
  says: SaidByHeading
  answers: Answers
}

/** Returns the wide columns with what their headings and their sender say, not read yet. */
function headedOf(kind: ImportKind, { rows }: ReadSheet, matched: readonly Matched[], all: Answers): Headed[] {
  return matched.flatMap(({ column, index, heading }) => {
    if (!column || !isWideField(column.field)) return []
    const { field } = column
    const answers = Object.fromEntries(
      Object.keys(FACTS[kind] ?? {}).flatMap((fact) => {
        const text = all[factFieldOf(field, fact)]?.trim()
        return text ? [[fact, text]] : []
      }),
    )
    const isWithin = (total: number) =>
      rows.every(({ cells }) => {
        const read = markOf((cells[index] ?? '').trim())
        return 'problem' in read || (read.marks ?? 0) <= total
      })
    return [{ index, field, heading, says: saidByHeading(heading, isWithin), answers }]
  })
}

/** Returns the days of wide columns, as they are written in headings or said by the sender. */
export function wideDays(kind: ImportKind, sheet: ReadSheet, matched: readonly Matched[], all: Answers): DayCell[] {
  return headedOf(kind, sheet, matched, all).flatMap(({ field, heading, says, answers }) => {
    const text = kind === 'attendance' ? (answers.day ?? heading) : (answers.held_on ?? says.day)
    return text === undefined ? [] : [{ line: sheet.line, field, text }]
  })
}

const NO_DAY = 'Day must be a valid date (YYYY-MM-DD)'

/** Reads what the sender says of a column of marks. */
function readAnswers({ field, answers }: Headed, day: ReadDay) {
  const problems: Record<string, string> = {}
  const wrong = (fact: string, problem: string) => {
    problems[factFieldOf(field, fact)] = problem
    return undefined
  }
  const number = (fact: 'total_marks' | 'weightage', name: string) => {
    const text = answers[fact]
    if (text === undefined) return undefined
    const read = decimalOf(text, name)
    return 'value' in read ? (read.value ?? undefined) : wrong(fact, read.problem)
  }
  const type = ASSESSMENT_TYPES.find((one) => one === folded(answers.type ?? ''))
  if (answers.type !== undefined && !type) wrong('type', `Type must be one of: ${ASSESSMENT_TYPES.join(', ')}`)
  if (day.problem !== undefined) wrong('held_on', day.problem)
  else if (answers.held_on !== undefined && day.day === undefined) wrong('held_on', NO_DAY)
  const held_on = answers.held_on === undefined ? undefined : day.day
  const facts = {
    type,
    held_on,
    total_marks: number('total_marks', 'Maximum marks'),
    weightage: number('weightage', 'Weight'),
  }
  const said = Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))
  return { said: said as Partial<SaidOfAssessment>, problems }
}

/** Returns what a heading says that its sender has not said. */
function guessedOf({ says, answers }: Headed, day: ReadDay): Partial<SaidOfAssessment> {
  const { type, total_marks } = says
  return {
    ...(type !== null && { type }),
    ...(total_marks !== null && { total_marks }),
    ...(answers.held_on === undefined && day.day !== undefined && isDay(day.day) && { held_on: day.day }),
  }
}

/**
 * Reads the facts of the wide columns.
 * @param all the sender's words for all rows, by field
 * @param days the days of `wideDays` as the whole file reads them, by field
 */
export function wideFacts(
  kind: ImportKind,
  sheet: ReadSheet,
  matched: readonly Matched[],
  all: Answers,
  days: Record<string, ReadDay>,
): WideColumn[] {
  const headed = headedOf(kind, sheet, matched, all)
  const titles = Map.groupBy(headed, ({ says }) => folded(says.title))
  return headed.map((one) => {
    const { index, field, heading, says, answers } = one
    const day = days[field] ?? {}
    const isOnly = titles.get(folded(says.title))?.length === 1
    const title = answers.title ?? (isOnly ? says.title : heading)
    const read = kind === 'results' ? readAnswers(one, day) : { said: {}, problems: {} }
    return { index, field, heading, title, answers, day, guessed: guessedOf(one, day), ...read }
  })
}

/**
 * Tells the facts of the wide columns, as the preview shows them.
 * @param greatest the line with the greatest marks, by field
 */
export function toldFacts(
  kind: ImportKind,
  columns: readonly WideColumn[],
  greatest: Record<string, string>,
): ImportPreview['wide_columns'] {
  const shown =
    kind === 'attendance' ? columns.filter(({ heading, answers }) => answers.day ?? !isDayText(heading)) : columns
  return shown.map((column) => {
    const { index, field, heading, title, answers, guessed, problems } = column
    const known: Record<string, string | undefined> = {
      title,
      type: guessed.type == null ? undefined : labelOf(guessed.type),
      held_on: guessed.held_on == null ? undefined : writtenDay(guessed.held_on),
      total_marks: greatest[field] ?? guessed.total_marks?.toString(),
    }
    const facts = Object.entries(FACTS[kind] ?? {}).map(([fact, name]) => {
      const choices = fact === 'type' ? ASSESSMENT_TYPES.map(labelOf) : undefined
      return {
        field: factFieldOf(field, fact),
        heading: name,
        value: told(answers[fact] ?? known[fact] ?? ''),
        is_said: fact in answers,
        problem: problems[factFieldOf(field, fact)] ?? null,
        ...(choices && { choices }),
      }
    })
    return { index, heading: told(heading), facts }
  })
}
