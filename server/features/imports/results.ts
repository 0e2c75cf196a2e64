import { resultProblems } from '../../../shared/contract/assessment-results.ts'
import { folded } from '../../../shared/folding.ts'
import { factFieldOf } from '../../../shared/wide-fields.ts'
import type { StoredResult } from '../assessments/rules.ts'
import { mergedResult, saysTheSame } from '../assessments/rules.ts'
import { blame, type FileRow, told } from './file-row.ts'
import type { KnownGroup } from './groups.ts'
import type { Lack, SetRow } from './kinds.ts'
import { cellsOf, type MarkCell } from './mark-cells.ts'
import { decimalOf, markOf, markText, type ReadMark, remarksOf } from './marks.ts'
import type { NamedRecord } from './names.ts'
import type { NewRecord } from './new-names.ts'
import type { PastAssessment, PastStudent } from './past.reads.ts'
import { type PlacedStudent, setRow } from './past.ts'
import { differences, SAID, type SaidOfAssessment, saidOf } from './said.ts'
import type { WideColumn } from './wide-facts.ts'

// The plan of an import of results: for each row of the file the marks of a student, in one assessment or in several.

/** An assessment that is made with the import, by the id that stands for its name. */
export interface NewAssessment extends SaidOfAssessment {
  newId: number
  group: KnownGroup
  name: string
}

export interface PlannedMark extends ReadMark {
  line: number
  student: PastStudent
  title: string
  assessment: PastAssessment | NewAssessment
  remarks?: string
  before: StoredResult | undefined
  outcome: 'create' | 'update' | 'unchanged'
}

export const isNewAssessment = (one: PlannedMark['assessment']): one is NewAssessment => 'newId' in one

export interface ResultFacts {
  assessments: readonly PastAssessment[]
  stored: ReadonlyMap<string, StoredResult>
  news: readonly NewRecord[]
  /** The greatest marks of the wide columns, by field. */
  greatest: Record<string, string>
  wide: readonly WideColumn[]
  today: string
  isMember(student: PastStudent, groupId: number, day: string | undefined): boolean
}

const keyOf = (groupId: number, title: string) => `${groupId} ${folded(title)}`

const keyOfName = (title: string, department: string) => JSON.stringify([folded(title), folded(department)])

/** A row while it is planned. */
interface Planned {
  row: FileRow
  placed: PlacedStudent
  said: SaidOfAssessment
  lacks: Lack[]
  /** The names of the groups of its marks. */
  groups: Set<string>
}

/** Plans the rows of a file, one after the other: they say the same of an assessment that is made. */
export class ResultPlanner {
  readonly #facts: ResultFacts
  readonly #byTitle: ReadonlyMap<string, PastAssessment[]>
  readonly #news: ReadonlyMap<string, NewRecord>
  readonly #made = new Map<string, { line: number; of: NewAssessment }>()
  readonly #seen = new Map<string, number>()

  constructor(facts: ResultFacts) {
    this.#facts = facts
    this.#byTitle = Map.groupBy(facts.assessments, ({ group_id, name }) => keyOf(group_id, name))
    this.#news = new Map(facts.news.map((one) => [keyOfName(one.name, one.as ?? ''), one]))
  }

  plan(row: FileRow, placed: PlacedStudent): SetRow<PlannedMark> {
    const { wide, today } = this.#facts
    const planned: Planned = { row, placed, said: saidOf(row, today, placed), lacks: [], groups: new Set() }
    const isLong = wide.length === 0
    const lacksOf = (field: string) => isLong && row.cells[field] === undefined
    blame(placed.errors, 'assessment_id', lacksOf('assessment_id') ? 'Assessment is required' : undefined)
    blame(placed.errors, 'marks', lacksOf('marks') ? 'Marks are required' : undefined)
    const cells = cellsOf(row, wide)
    if (cells.length === 0) blame(placed.errors, 'group_id', placed.groupOn(planned.said.held_on ?? undefined).problem)
    const marks = cells.map((cell) => this.#markOf(cell, planned))
    const items = marks.filter((one) => one !== undefined)
    return setRow(row, placed, {
      items,
      lacks: planned.lacks,
      changes: marks.flatMap((mark, index) => changesOf(mark, cells[index]?.heading ?? '')),
      newIds: items.flatMap(({ assessment }) => (isNewAssessment(assessment) ? assessment.newId : [])),
    })
  }

  #markOf(cell: MarkCell, planned: Planned): PlannedMark | undefined {
    const { row, placed } = planned
    const { field, title, text } = cell
    const { errors, values, student } = placed
    const read = markOf(text)
    if ('problem' in read) blame(errors, field, read.problem)
    const assessment = this.#assessmentOf(cell, planned)
    if ('problem' in read) return undefined
    values[field] = markText(read) ?? ''
    const remarks = remarksOf(row.cells.remarks)
    if ('problem' in remarks) blame(errors, 'remarks', remarks.problem)
    if (!student || !assessment) return undefined
    blame(errors, field, boundsProblem(read, assessment) ?? this.#twinProblem(student, assessment, row.line))
    const posted = { ...read, ...('problem' in remarks ? {} : remarks) }
    const before = isNewAssessment(assessment) ? undefined : this.#facts.stored.get(`${assessment.id} ${student.id}`)
    return { ...posted, line: row.line, student, title, assessment, before, outcome: outcomeOf(posted, before) }
  }

  /** Finds the assessment of a cell, or plans the one that is made; what is wrong goes to the row's errors. */
  #assessmentOf(cell: MarkCell, planned: Planned): PlannedMark['assessment'] | undefined {
    const { department, student, errors, values } = planned.placed
    const { sure, whole } = this.#saidOf(cell, planned)
    const day = whole.held_on ?? undefined
    const { group, problem } = planned.placed.groupOn(day)
    blame(errors, 'group_id', problem)
    if (!department || !group || !student) return undefined
    values.group_id = told([...planned.groups.add(group.name)].join(', '))
    if (!this.#facts.isMember(student, group.id, day)) {
      blame(errors, 'group_id', `${student.name} is not an active student of ${group.name}`)
      return undefined
    }
    const named = this.#named(cell, group)
    const meant = named.length > 1 && whole.type !== null ? named.filter(({ type }) => type === whole.type) : named
    const [stored] = meant
    const at = cell.field === 'marks' ? 'assessment_id' : cell.field
    if (meant.length > 1) {
      const several = `${group.name} has several assessments "${told(cell.title)}"`
      blame(errors, at, `${several}. Say the type, or name them apart.`)
      return undefined
    }
    if (!stored) return this.#newOf(cell, planned, whole, { at, department, group })
    for (const [of, text] of differences(sure, stored))
      blame(errors, of === 'total_marks' && cell.field !== 'marks' ? cell.field : of, text)
    return stored
  }

  /** Plans an assessment that is made, as all its rows say it. */
  #newOf(
    { title }: MarkCell,
    { row, placed: { errors }, lacks }: Planned,
    said: SaidOfAssessment,
    { at, department, group }: { at: string; department: NamedRecord; group: KnownGroup },
  ): NewAssessment | undefined {
    const meant = this.#news.get(keyOfName(title, department.name))
    if (!meant) {
      blame(errors, at, `Assessment "${told(title)}" does not exist in ${group.name}`)
      lacks.push({ field: 'assessment_id', name: told(title), within: department.name })
      return undefined
    }
    if (said.type === null) blame(errors, 'type', 'Type is required')
    const of: NewAssessment = { newId: meant.id, group, name: meant.name, ...said }
    const first = this.#made.get(keyOf(group.id, title))
    if (!first) this.#made.set(keyOf(group.id, title), { line: row.line, of })
    const other = first && SAID.find(([one]) => first.of[one] !== of[one])
    if (first && other) blame(errors, other[0], `Line ${first.line} says another ${other[1]} of the same assessment`)
    return first?.of ?? of
  }

  /** The stored assessments of a cell's title, or of its whole heading where nobody has said another title. */
  #named({ title, wide }: MarkCell, group: KnownGroup): readonly PastAssessment[] {
    const named = (text: string) => this.#byTitle.get(keyOf(group.id, text)) ?? []
    const found = named(title)
    return found.length > 0 || !wide || wide.answers.title !== undefined ? found : named(wide.heading)
  }

  /**
   * The facts of a cell's assessment: those of its column, as the sender or its heading says them, go before those of
   * the row. A heading tells of an assessment that is made, and is held against no stored one.
   */
  #saidOf(cell: MarkCell, planned: Planned): { sure: SaidOfAssessment; whole: SaidOfAssessment } {
    const { said: row, placed } = planned
    const { said = {}, guessed = {}, problems = {} } = cell.wide ?? {}
    for (const [field, problem] of Object.entries(problems)) blame(placed.errors, field, problem)
    const line = this.#greatestOf(cell, planned)
    const own = line === null || said.total_marks !== undefined ? said : { ...said, total_marks: line }
    const whole = { ...row, ...guessed, ...own }
    if (cell.wide && (own.held_on ?? guessed.held_on ?? '') > this.#facts.today)
      blame(placed.errors, factFieldOf(cell.field, 'held_on'), 'Day cannot be in the future')
    const nothing = Object.fromEntries(Object.keys(guessed).map((fact) => [fact, null]))
    return { sure: { ...row, ...nothing, ...own }, whole }
  }

  /** The greatest marks of a column, in the line that has them. */
  #greatestOf({ field }: MarkCell, { placed }: Planned): number | null {
    const text = this.#facts.greatest[field]
    if (text === undefined) return null
    const read = decimalOf(text, 'Maximum marks')
    if ('value' in read) return read.value
    blame(placed.errors, field, `${read.problem} in the line of the maximum marks`)
    return null
  }

  /** Says that another row has marks of the same student in the same assessment. */
  #twinProblem({ id }: PastStudent, of: PlannedMark['assessment'], line: number): string | undefined {
    const key = `${id} ${isNewAssessment(of) ? keyOf(of.group.id, of.name) : of.id}`
    const other = this.#seen.get(key)
    if (other === undefined) this.#seen.set(key, line)
    return other === undefined ? undefined : `Line ${other} has marks of the same student in the same assessment`
  }
}

/** Says that an assessment does not have such marks. */
const boundsProblem = (read: ReadMark, of: PlannedMark['assessment']): string | undefined =>
  Object.values(resultProblems(read, isNewAssessment(of) ? { ...of, criteria: null } : of)).flat()[0]

function outcomeOf(posted: ReadMark & { remarks?: string }, before: StoredResult | undefined): PlannedMark['outcome'] {
  if (!before) return 'create'
  return saysTheSame(before, mergedResult(posted, before)) ? 'unchanged' : 'update'
}

/** The changes of a mark, as people read them. */
function changesOf(mark: PlannedMark | undefined, heading: string): [string, [string | null, string | null]][] {
  if (!mark || mark.outcome === 'unchanged') return []
  const { before, remarks } = mark
  const marks: [string | null, string | null] = [before ? markText(before) : null, markText(mark)]
  return [
    ...(marks[0] === marks[1] ? [] : [[heading, marks] as [string, typeof marks]]),
    ...(remarks !== undefined && remarks !== (before?.remarks ?? undefined)
      ? [['Remarks', [before?.remarks ?? null, remarks]] as [string, typeof marks]]
      : []),
  ]
}
