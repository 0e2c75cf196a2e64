import type { ImportKind, ImportPreview } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import type { Column, Matched } from './column.ts'
import { KEYS } from './columns.ts'
import type { PlannedRow } from './kinds.ts'
import { lacksKey } from './matching.ts'

/** The lack of new records without a value that nothing requires, by field. */
const WITHOUT: Record<ImportKind, Record<string, string>> = {
  students: { batch_id: 'would be in no batch', email: 'would have no email, and sign in by roll number' },
  staff: {
    role_id: 'would have no role, and could do nothing',
    email: 'would have no email, and sign in by staff number',
  },
  skills: {},
  departments: { type: 'would be academic' },
  designations: {},
  groups: {},
  results: {},
  attendance: {},
}

const NEW: Record<ImportKind, [one: string, many: string]> = {
  students: ['new student', 'new students'],
  staff: ['new staff member', 'new staff members'],
  skills: ['new skill', 'new skills'],
  departments: ['new department', 'new departments'],
  designations: ['new designation', 'new designations'],
  groups: ['new group', 'new groups'],
  results: ['result', 'results'],
  attendance: ['entry', 'registers'],
}

/** The numbers by which people without an email sign in. */
const NUMBERS: Partial<Record<ImportKind, string>> = { students: 'roll number', staff: 'staff number' }

const withoutEmail = ({ create }: PlannedRow<Schema, Schema>) =>
  create !== undefined && ((create as { email?: unknown }).email ?? null) === null

/** Says what new records need or should have, and that the file lacks; and the field that one word could fill for all. */
export function missingOf(
  kind: ImportKind,
  matched: readonly Matched[],
  plan: readonly PlannedRow<Schema, Schema>[],
  columns: readonly Column[],
): ImportPreview['missing'] {
  const isThere = (field: string) => matched.some(({ column, asks }) => (column ?? asks)?.field === field)
  const said = (count: number) => `${count} ${NEW[kind][count === 1 ? 0 : 1]}`
  const lacking = columns.flatMap(({ field, heading, kind: of, own }) => {
    if (isThere(field)) return []
    const needed = plan.filter(({ row }) => row.errors[field]?.some((text) => text.includes('is required')))
    if (needed.length === 0) return []
    const number = plan.some(withoutEmail) ? NUMBERS[kind] : undefined
    const text =
      field === 'email' && number !== undefined
        ? `Without an email a ${NEW[kind][0]} needs a ${number}: the first without both is in line ${needed[0]?.row.line}.`
        : `The file has no column "${heading}", which ${NEW[kind][1]} need.`
    return [
      { text, field: of === 'name' || of === 'type' || field === 'staff_id' || own?.kind === 'choice' ? field : null },
    ]
  })
  const bare = Object.entries(WITHOUT[kind]).flatMap(([field, what]) => {
    const lines = plan
      .filter(({ create }) => create && ((create as Record<string, unknown>)[field] ?? null) === null)
      .map(({ row }) => row.line)
    if (lines.length === 0) return []
    const column = columns.find((one) => one.field === field)
    const where = isThere(field) ? `the first in line ${lines[0]}` : `the file has no column "${column?.heading}"`
    return [
      {
        text: `${said(lines.length)} ${what}: ${where}.`,
        field: column?.kind === 'name' || column?.kind === 'department-type' ? field : null,
      },
    ]
  })
  const keyless = lacksKey(kind, matched) ? [{ text: `${KEYS[kind].missing}.`, field: null }] : []
  return [...keyless, ...lacking, ...bare]
}
