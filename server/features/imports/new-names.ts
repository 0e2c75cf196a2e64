import * as z from 'zod/mini'
import { BatchInput } from '../../../shared/contract/batches.ts'
import { DepartmentInput } from '../../../shared/contract/departments.ts'
import { DesignationInput } from '../../../shared/contract/designations.ts'
import { GroupInput } from '../../../shared/contract/groups.ts'
import type { NewName } from '../../../shared/contract/import-answers.ts'
import type { UnknownName } from '../../../shared/contract/imports.ts'
import type { Schema } from '../../../shared/endpoint.ts'
import { folded } from '../../../shared/folding.ts'
import { DEPARTMENT_TYPES, labelOf } from '../../../shared/labels.ts'
import { ID_MAX, YEARS } from '../../../shared/limits.ts'
import { title } from '../../../shared/names.ts'
import { type Action, can } from '../../../shared/permissions.ts'
import type { Caller } from '../../core/caller.ts'
import { invalid } from '../../core/errors.ts'
import { fieldErrors } from '../../core/field-errors.ts'
import { departmentOfField, type KnownGroup } from './groups.ts'
import type { PlannedRow } from './kinds.ts'
import { closeNames } from './likeness.ts'
import type { NamedRecord, NamesByField } from './names.ts'

// Names that a file has and no record: offered to be made, and planned with as if they were there.

interface Making {
  noun: string
  action: Action
  /** The words of which one has to be said. */
  choices: readonly string[] | null
  input: Schema
  /** Returns the input of the screen's own writer. */
  inputOf(name: string, as: string | null): Record<string, unknown>
}

const MAKINGS: Record<string, Making> = {
  batch_id: {
    noun: 'batch',
    action: 'batches:write',
    choices: YEARS,
    input: BatchInput,
    inputOf: (name, as) => ({ name, current_year: as }),
  },
  department_id: {
    noun: 'department',
    action: 'departments:write',
    choices: DEPARTMENT_TYPES.map(labelOf),
    input: DepartmentInput,
    inputOf: (name, as) => ({ name, type: DEPARTMENT_TYPES.find((type) => labelOf(type) === as) ?? as }),
  },
  designation_id: {
    noun: 'designation',
    action: 'designations:write',
    choices: null,
    input: DesignationInput,
    inputOf: (name) => ({ name }),
  },
  session_of: {
    noun: 'sessions of group',
    action: 'attendance:write',
    choices: null,
    input: z.object({ name: title('Name') }),
    inputOf: (name) => ({ name }),
  },
  assessment_id: {
    noun: 'assessment',
    action: 'assessments:write',
    choices: null,
    input: z.object({ name: title('Name') }),
    inputOf: (name) => ({ name }),
  },
}

const GROUP: Omit<Making, 'inputOf'> = { noun: 'group', action: 'groups:write', choices: null, input: GroupInput }

/** Senders name fields too, also such as every object has. */
const makingOf = (field: string) => {
  if (departmentOfField(field) !== undefined) return GROUP
  return Object.hasOwn(MAKINGS, field) ? MAKINGS[field] : undefined
}

/** A record that is made with the import, by the id that stands for it until then. */
export interface NewRecord extends NewName {
  id: number
}

/** No record has so high an id. A row that names a new record is planned with it, and written with the real one. */
export const newRecords = (making: readonly NewName[]): NewRecord[] =>
  making.map((one, index) => ({ ...one, id: ID_MAX - index }))

/** Returns the names of a field with those that are made, where there is no such record yet. */
export function withNew<R extends NamedRecord>(
  field: string,
  stored: readonly R[],
  news: readonly NewRecord[],
): NamedRecord[] {
  const there = new Set(stored.map(({ name }) => folded(name)))
  return [...stored, ...news.filter((one) => one.field === field && !there.has(folded(one.name)))]
}

/** Returns the groups that are made, in a batch that is there or is made too. */
export function newGroups(batches: readonly NamedRecord[], news: readonly NewRecord[]): KnownGroup[] {
  const byName = new Map(batches.map(({ id, name }) => [folded(name), id]))
  return news.flatMap(({ id, field, name, as }) => {
    const [department_id, batch_id] = [departmentOfField(field), byName.get(folded(as ?? ''))]
    return department_id === undefined || batch_id === undefined ? [] : [{ id, name, department_id, batch_id }]
  })
}

/** @throws 422 on `making` for what can't be made by an import, or not by this caller */
export function checkNew(caller: Caller, making: readonly NewName[]): void {
  const problems = making.flatMap(({ field, name, as }) => {
    const found = makingOf(field)
    if (!found) return [`"${name}" cannot be made: no names are made for ${field}`]
    if (!can(caller.roles, found.action)) return [`You are not allowed to add a ${found.noun}`]
    const given = 'inputOf' in found ? (found as Making).inputOf(name, as) : { name, batch_id: 1, department_id: 1 }
    const parsed = z.safeParse(found.input, given)
    return parsed.success ? [] : Object.values(fieldErrors(parsed.error.issues)).flat()
  })
  if (problems.length > 0) throw invalid({ making: problems.slice(0, PROBLEMS_TOLD) })
}

const PROBLEMS_TOLD = 10

/** So many are offered at once: a file with more names more wrongly. */
const OFFERED_MOST = 50

/** Returns the names that a file has and no record, and that this caller may make, each once. */
export function unknownNames(
  caller: Caller,
  plan: readonly PlannedRow<Schema, Schema>[],
  names: NamesByField,
): UnknownName[] {
  const found = new Map<string, UnknownName>()
  for (const { lacks } of plan)
    for (const { field, name, within = null } of lacks) {
      const making = makingOf(field)
      if (!making || !can(caller.roles, making.action)) continue
      const key = JSON.stringify([field, folded(name), folded(within ?? '')])
      const before = found.get(key)
      if (before) before.rows += 1
      else
        found.set(key, {
          field,
          name,
          as: within,
          noun: making.noun,
          rows: 1,
          choices: making.choices && [...making.choices],
          like: null,
        })
    }
  const stored = (field: string) => (names[field] ?? []).map(({ name }) => name)
  // A group of a batch that is a slip is one, too.
  const likeOf = ({ field, name, as }: UnknownName) =>
    makingOf(field) === GROUP
      ? as !== null &&
        !stored('batch_id').some((one) => folded(one) === folded(as)) &&
        closeNames(as, stored('batch_id'))[0]
      : closeNames(name, stored(field))[0]
  return [...found.values()].slice(0, OFFERED_MOST).map((one) => ({ ...one, like: likeOf(one) || null }))
}

export type MadeName = UnknownName & NewRecord

/** Returns the names that are made with the import: those that its rows use, and the batches of groups that they use. */
export function usedNew(news: readonly NewRecord[], plan: readonly PlannedRow<Schema, Schema>[]): MadeName[] {
  const used = new Map<number, number>()
  const use = (id: unknown) => {
    if (typeof id === 'number') used.set(id, (used.get(id) ?? 0) + 1)
  }
  for (const { create, update, groupIds = [], newIds = [] } of plan) {
    const values = (create ?? update?.change ?? {}) as Record<string, unknown>
    for (const field of Object.keys(MAKINGS)) use(values[field])
    for (const id of [...groupIds, ...newIds]) use(id)
  }
  const batchOf = ({ as }: NewRecord) =>
    news.find(({ field, name }) => field === 'batch_id' && folded(name) === folded(as ?? ''))
  for (const group of news) {
    const batch = departmentOfField(group.field) !== undefined && used.has(group.id) ? batchOf(group) : undefined
    if (batch) used.set(batch.id, used.get(batch.id) ?? 0)
  }
  return news.flatMap((one) => {
    const making = makingOf(one.field)
    const rows = used.get(one.id)
    return making && rows !== undefined
      ? [{ ...one, noun: making.noun, rows, choices: making.choices && [...making.choices], like: null }]
      : []
  })
}

/** Returns the input of the writer of a new record; that of a group has the real id of its batch. */
export const inputOfNew = ({ field, name, as }: NewName): Record<string, unknown> =>
  MAKINGS[field]?.inputOf(name, as) ?? { name }
