import * as z from 'zod/mini'
import { create, get, list, one } from '../endpoint.ts'
import { choice, idField, idFilters, idText, optionalId, optionalLine, searchText } from '../fields.ts'
import { CONDITIONS, DOCUMENT_STATES, ELIGIBILITY_ORDERS, ELIGIBILITY_VERDICTS } from '../labels.ts'
import { LIST_TITLE_MAX, LISTS_A_DAY_MAX } from '../limits.ts'
import { ConditionStanding, EligibilityRow, VerdictCounts } from './eligibility.ts'
import { Minima } from './eligibility-rules.ts'
import { NamedRef } from './groups.ts'

/** The least that was asked; with a department, in that department alone. */
export const FrozenRule = z.object({ department: z.nullable(NamedRef), ...Minima.shape })
export type FrozenRule = z.infer<typeof FrozenRule>

/** A list as it was frozen. Names are those of that moment; who and what they name may be gone by now. */
export const FrozenList = z.object({
  id: z.int(),
  title: z.nullable(z.string()),
  batch: NamedRef,
  /** The department by whose conditions alone it judges. */
  department: z.nullable(NamedRef),
  counts: VerdictCounts,
  /** The instant whose figures it has. */
  frozen_at: z.string(),
  frozen_by: NamedRef,
  /** The paper of the list, an issued document. */
  document_id: z.int(),
  number: z.string(),
  verification_code: z.string(),
  sha256: z.string(),
  /** The SHA-256 of its names for the board; null for a list that was frozen before there were any. */
  board_sha256: z.nullable(z.string()),
  state: z.enum(DOCUMENT_STATES),
  ended_on: z.nullable(z.string()),
  replaced_by: z.nullable(z.string()),
  /** The reason of the withdrawal. */
  reason: z.nullable(z.string()),
})
export type FrozenList = z.infer<typeof FrozenList>

export const FrozenListWithRules = z.object({ ...FrozenList.shape, rules: z.array(FrozenRule) })
export type FrozenListWithRules = z.infer<typeof FrozenListWithRules>

/** A student of a list. */
export const FrozenRow = z.omit(EligibilityRow, { batch: true })
export type FrozenRow = z.infer<typeof FrozenRow>

/** A condition of one list, as it is compared with the same one of another. */
const ComparedStanding = z.object({
  ...z.pick(ConditionStanding, { reached: true, of: true, figure: true, minimum: true, verdict: true }).shape,
  /** The reason of the exemption, empty for readers who are not told it; null without an exemption. */
  exemption: z.nullable(z.string()),
})
export type ComparedStanding = z.infer<typeof ComparedStanding>

export const ConditionDifference = z.object({
  condition: z.enum(CONDITIONS),
  department: NamedRef,
  /** Null where the former, or the later, list asks nothing of the student there. */
  from: z.nullable(ComparedStanding),
  to: z.nullable(ComparedStanding),
})
export type ConditionDifference = z.infer<typeof ConditionDifference>

/** The ways in which a student differs between two lists. Somebody who came or left differs in no other way. */
export const DIFFERENCE_KINDS = ['came', 'left', 'verdict', 'figure', 'rule', 'exemption'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

const Verdict = z.nullable(z.enum(ELIGIBILITY_VERDICTS))

export const ListDifference = z.object({
  student_id: z.int(),
  name: z.string(),
  roll_no: z.nullable(z.string()),
  kinds: z.array(z.enum(DIFFERENCE_KINDS)),
  /** The verdict of the former list and of the later one; null where the student is not in it. */
  verdict: z.object({ from: Verdict, to: Verdict }),
  /** The conditions that differ. */
  conditions: z.array(ConditionDifference),
})
export type ListDifference = z.infer<typeof ListDifference>

const RuleDifference = z.object({
  /** Null for what is asked in every department. */
  department: z.nullable(NamedRef),
  condition: z.enum(CONDITIONS),
  from: z.nullable(z.int()),
  to: z.nullable(z.int()),
})
export type RuleDifference = z.infer<typeof RuleDifference>

const ListRef = z.pick(FrozenList, { id: true, number: true, frozen_at: true })

export const DifferenceCounts = z.object({
  /** The list that was frozen first. */
  former: ListRef,
  later: ListRef,
  /** The number of students who differ in each way; one may differ in several. */
  counts: z.object({
    came: z.int(),
    left: z.int(),
    verdict: z.int(),
    figure: z.int(),
    rule: z.int(),
    exemption: z.int(),
  }),
  rules: z.array(RuleDifference),
})
export type DifferenceCounts = z.infer<typeof DifferenceCounts>

export const FreezeInput = z.object({
  batch_id: idField('Batch'),
  department_id: optionalId('Department'),
  title: optionalLine('Title', LIST_TITLE_MAX),
})
export type FreezeInput = z.output<typeof FreezeInput>

const action = 'eligibility:read' as const
const failure = 'Failed to fetch frozen lists'
const other = { with: idText('List to compare with') }

export const eligibilityLists = {
  list: list('/eligibility/lists', {
    summary: 'The frozen lists, the newest first; staff of a department get those of the department alone',
    action,
    query: idFilters('batch_id', 'department_id'),
    row: FrozenList,
    failure,
  }),
  freeze: create('/eligibility/lists', {
    costly: true,
    summary: 'Freeze the eligibility of a batch as it stands, as a document that takes the place of the former list',
    action: 'eligibility:freeze',
    body: FreezeInput,
    reply: one(FrozenListWithRules),
    aDay: { most: LISTS_A_DAY_MAX, noun: 'frozen lists' },
    failure: 'Failed to freeze the list',
  }),
  read: get('/eligibility/lists/:id', {
    summary: 'A frozen list with the rules by which it judged',
    action,
    reply: one(FrozenListWithRules),
    failure,
  }),
  rows: list('/eligibility/lists/:id/rows', {
    summary: 'The students of a frozen list with their figures of that moment; by roll number, or the worst first',
    action,
    query: {
      verdict: z.optional(choice('Verdict', ELIGIBILITY_VERDICTS)),
      sort: z.optional(choice('Sort', ELIGIBILITY_ORDERS)),
      q: searchText,
    },
    row: FrozenRow,
    failure,
  }),
  differences: list('/eligibility/lists/:id/differences', {
    summary:
      'The students who differ between two frozen lists of one batch and department, from the former to the later',
    action,
    query: { ...other, kind: z.optional(choice('Kind', DIFFERENCE_KINDS)) },
    row: ListDifference,
    failure: 'Failed to compare the lists',
  }),
  countDifferences: get('/eligibility/lists/:id/differences/counts', {
    summary: 'How many students differ between two frozen lists, and which rules',
    action,
    query: z.object(other),
    reply: one(DifferenceCounts),
    failure: 'Failed to compare the lists',
  }),
  export: get('/eligibility/lists/:id/export/:format', {
    summary:
      'A frozen list as its PDF of that day, as the PDF of that day for a notice board, which has names and verdicts alone, or as a spreadsheet of its rows',
    action,
    params: { format: choice('Format', ['pdf', 'board', 'xlsx']) },
    file: { type: 'application/pdf', description: 'A PDF or XLSX file' },
    costly: true,
    failure: 'Failed to export the list',
  }),
}
