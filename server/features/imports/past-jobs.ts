import { setImmediate as otherWork } from 'node:timers/promises'
import { folded } from '../../../shared/folding.ts'
import { counted, figure, inWords } from '../../../shared/labels.ts'
import { DEFAULT_TOTAL_MARKS, PAST_MADE_MAX, PAST_RECORDS_MAX } from '../../../shared/limits.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { departmentOf } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { refusedFile } from '../../documents/sheets/read.ts'
import { readStored } from '../assessments/results.reads.ts'
import type { FileRow } from './file-row.ts'
import type { SetRow } from './kinds.ts'
import { greatestOf } from './marks.ts'
import type { NewRecord } from './new-names.ts'
import { findAssessmentsOf, findGroupsOf, findLinksOf, findStudentsOf } from './past.reads.ts'
import { isMember, type PlaceFacts, placing } from './past.ts'
import { listDepartmentNames } from './reads.ts'
import { isNewAssessment, type NewAssessment, type PlannedMark, ResultPlanner } from './results.ts'
import { importResults, undoResults } from './results.writes.ts'
import { madeNames, type SetJob } from './set-jobs.ts'
import type { WideColumn } from './wide-facts.ts'

/** @throws 422 on `file` for more values than one file may have */
export function refuseTooMany(rows: readonly FileRow[], wide: readonly WideColumn[], noun: string): void {
  const count = rows.reduce((sum, { cells }) => sum + wide.filter(({ field }) => field in cells).length, 0)
  if (count > PAST_RECORDS_MAX)
    throw refusedFile(
      `The file has ${figure(count)} ${noun}. At most ${figure(PAST_RECORDS_MAX)} are imported at once: leave columns out, or make two files of it.`,
    )
}

/** @throws 422 on `file` for more new records than one file may make */
export function refuseTooManyMade(count: number, noun: string): void {
  if (count > PAST_MADE_MAX)
    throw refusedFile(
      `The file makes ${count} ${noun}. At most ${PAST_MADE_MAX} are made at once: make two files of it.`,
    )
}

/** The students, departments and groups that the rows of a file are about. */
export async function readPlaces(db: Db, caller: Caller, rows: readonly FileRow[]): Promise<PlaceFacts> {
  const departments = await listDepartmentNames(db)
  const students = await findStudentsOf(db, rows)
  const named = new Set(
    rows.flatMap(({ cells }) => (cells.department_id === undefined ? [] : folded(cells.department_id))),
  )
  const ids = departments
    .filter(({ id, name }) => named.has(folded(name)) || id === departmentOf(caller))
    .map(({ id }) => id)
  const groups = await findGroupsOf(db, ids)
  const links = await findLinksOf(
    db,
    students.map(({ id }) => id),
    ids,
  )
  return { departments, students, groups, links }
}

/** Others are answered in between. */
const ROWS_AT_ONCE = 100

/** Plans each row; the event loop gets its turn in between. */
export async function planEach<T>(rows: readonly FileRow[], plan: (row: FileRow) => SetRow<T>): Promise<SetRow<T>[]> {
  const planned: SetRow<T>[] = []
  for (const row of rows) {
    planned.push(plan(row))
    if (planned.length % ROWS_AT_ONCE === 0) await otherWork()
  }
  return planned
}

async function planResults(
  db: Db,
  caller: Caller,
  given: readonly FileRow[],
  news: readonly NewRecord[],
  wide: readonly WideColumn[],
): Promise<SetRow<PlannedMark>[]> {
  const greatest = greatestOf(given, wide)
  const rows = given.filter((row) => row !== greatest)
  refuseTooMany(rows, wide, 'results')
  const places = await readPlaces(db, caller, rows)
  const titles = new Set(
    [
      ...wide.flatMap(({ heading, title }) => [heading, title]),
      ...rows.flatMap(({ cells }) => cells.assessment_id ?? []),
    ].map(folded),
  )
  const batches = new Set(places.students.map(({ batch_id }) => batch_id))
  const held = new Set(places.links.map(({ group_id }) => group_id))
  const groupIds = places.groups.filter(({ id, batch_id }) => batches.has(batch_id) || held.has(id)).map(({ id }) => id)
  const assessments = (await findAssessmentsOf(db, groupIds)).filter(({ name }) => titles.has(folded(name)))
  const stored = await readStored(
    db,
    assessments.map(({ id }) => id),
    places.students.map(({ id }) => id),
  )
  const place = placing(caller, places, 'results')
  const planner = new ResultPlanner({
    assessments,
    stored,
    news: news.filter(({ field }) => field === 'assessment_id'),
    greatest: greatest?.cells ?? {},
    wide,
    today: dayIn(caller.zone),
    isMember: isMember(places.links),
  })
  const planned = await planEach(rows, (row) => planner.plan(row, place(row)))
  refuseTooManyMade(madeOf(planned).length, 'assessments')
  return planned
}

/** The assessments that a plan makes, each once. */
function madeOf(plan: readonly SetRow<PlannedMark>[]): NewAssessment[] {
  const made = new Map<string, NewAssessment>()
  for (const { items } of plan)
    for (const { assessment } of items)
      if (isNewAssessment(assessment)) made.set(`${assessment.newId} ${assessment.group.id}`, assessment)
  return [...made.values()]
}

/** Says what the new assessments of a plan are without. */
function lackingOf(plan: readonly SetRow<PlannedMark>[]) {
  const made = madeOf(plan)
  const said = (without: readonly NewAssessment[], text: string, field: string) =>
    without.length === 0 ? [] : [{ text: `${counted(without.length, 'new assessment')} ${text}`, field }]
  return [
    ...said(
      made.filter(({ total_marks }) => total_marks === null),
      `would be out of ${DEFAULT_TOTAL_MARKS}: the file says no maximum marks.`,
      'total_marks',
    ),
    ...said(
      made.filter(({ held_on }) => held_on === null),
      'would tell no day.',
      'held_on',
    ),
    ...said(
      made.filter(({ weightage }) => weightage === null),
      'would have no weight, and count in no weighted total.',
      'weightage',
    ),
  ]
}

function maximumNotes(rows: readonly FileRow[], wide: readonly WideColumn[]): string[] {
  const greatest = greatestOf(rows, wide)
  return greatest ? [`Line ${greatest.line} was taken for the maximum marks of each column.`] : []
}

/** Names the assessments that marks make evaluated, by the status that they lose. */
function statusNotes(plan: readonly SetRow<PlannedMark>[]): string[] {
  const marked = plan
    .flatMap(({ items }) => items)
    .flatMap(({ assessment, outcome }) => (outcome === 'unchanged' || isNewAssessment(assessment) ? [] : assessment))
  const restated = [...new Map(marked.map((one) => [one.id, one])).values()].filter(
    ({ status }) => status !== 'evaluated',
  )
  return [...Map.groupBy(restated, ({ status }) => status)].map(([status, several]) => {
    const names = [...new Set(several.map(({ name }) => name))]
    const again = status === 'approved' ? ' again' : ''
    return `${inWords(names)} ${several.length === 1 ? 'is' : 'are'} ${status}, and would be evaluated${again}.`
  })
}

export const resultJob = (caller: Caller): SetJob => ({
  kind: 'results',
  accountsOf: null,
  plan: (db, rows, news, wide) => planResults(db, caller, rows, news, wide),
  notes: async (_db, rows, wide, plan: readonly SetRow<PlannedMark>[]) => [
    ...maximumNotes(rows, wide),
    ...statusNotes(plan),
  ],
  missing: (plan: readonly SetRow<PlannedMark>[]) => lackingOf(plan),
  write: (tx, plan: readonly SetRow<PlannedMark>[], onWritten) => importResults(tx, caller, plan, onWritten),
  madeOf: (rows) => madeNames(rows).map((name) => ({ noun: 'assessment', name })),
  undo: (tx, done, problems) => undoResults(tx, caller, done, problems),
})
