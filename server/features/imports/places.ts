import { DepartmentChange, DepartmentInput } from '../../../shared/contract/departments.ts'
import { DesignationChange, DesignationInput } from '../../../shared/contract/designations.ts'
import { GroupChange, GroupInput } from '../../../shared/contract/groups.ts'
import { folded } from '../../../shared/folding.ts'
import { labelOf } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { showsDepartment } from '../../core/scope.ts'
import { NOT_ACADEMIC } from '../departments/reads.ts'
import { COLUMNS } from './columns.ts'
import type { Errors } from './file-row.ts'
import type { Cells, Kind, Stored } from './kinds.ts'
import type { Department, NamedRecord } from './names.ts'
import type { NewRecord } from './new-names.ts'
import type { findDepartments, findDesignations, findGroups } from './places.reads.ts'

// The plan's rules for departments and designations, which are known by name, and for groups, by name within their
// batch and department.

const nameKey = ({ name }: Cells) => (name === undefined ? undefined : folded(name))

/** Returns what finds the record that has a row's name. */
function byName<R extends { id: number; name: string; updated_at: string }>(records: readonly R[]) {
  const found = new Map(records.map((record) => [folded(record.name), record]))
  return (cells: Cells): { known?: Stored | undefined; errors: Errors } => {
    const key = nameKey(cells)
    const known = storedOf(key === undefined ? undefined : found.get(key))
    if (!known || !isSameSpelling(String(known.values.name), cells.name)) return { known, errors: {} }
    return { known: { ...known, values: { ...known.values, name: cells.name } }, errors: {} }
  }
}

const spelling = (name: string) => name.toLowerCase().replace(/\s+/g, ' ').trim()

/** Files write names in capitals, or with two spaces: neither is another name for the record. */
const isSameSpelling = (stored: string, given: string | undefined) =>
  given !== undefined && spelling(stored) === spelling(given)

function storedOf(record: { id: number; updated_at: string } | undefined): Stored | undefined {
  if (!record) return undefined
  const { id, updated_at, ...values } = record
  return { id, updatedAt: updated_at, values }
}

const named = (noun: string) => ({
  uniques: [{ field: 'name', noun: 'name', keyOf: nameKey }],
  same: { field: 'name', noun },
  refusals: (): Errors => ({}),
  changeProblems: (): Errors => ({}),
})

export const departmentKind = (
  departments: Awaited<ReturnType<typeof findDepartments>>,
): Kind<typeof DepartmentInput, typeof DepartmentChange, Stored> => ({
  ...named('department'),
  columns: COLUMNS.departments,
  input: DepartmentInput,
  change: DepartmentChange,
  options: {},
  match: byName(departments),
})

export const designationKind = (
  designations: Awaited<ReturnType<typeof findDesignations>>,
): Kind<typeof DesignationInput, typeof DesignationChange, Stored> => ({
  ...named('designation'),
  columns: COLUMNS.designations,
  input: DesignationInput,
  change: DesignationChange,
  options: {},
  match: byName(designations),
})

const groupKey = ({ batch_id, department_id, name }: Cells) =>
  batch_id === undefined || department_id === undefined || name === undefined
    ? undefined
    : JSON.stringify([folded(batch_id), folded(department_id), folded(name)])

interface Places {
  batches: readonly NamedRecord[]
  departments: readonly NamedRecord[]
  /** Stored departments with their types, and what is made with the import. */
  stored: readonly Department[]
  news: readonly NewRecord[]
}

/** Returns whether a department is one, or will be, that nothing is taught in. */
function isNotAcademic({ stored, news }: Places, id: unknown): boolean {
  const known = stored.find((one) => one.id === id)
  if (known) return known.type === 'non-academic'
  return news.some((one) => one.id === id && one.as === labelOf('non-academic'))
}

export function groupKind(
  caller: Caller,
  places: Places,
  groups: Awaited<ReturnType<typeof findGroups>>,
): Kind<typeof GroupInput, typeof GroupChange, Stored> {
  const found = new Map(
    groups.map(({ batch_name, department_name, ...group }) => [
      groupKey({ batch_id: batch_name, department_id: department_name, name: group.name }),
      group,
    ]),
  )
  return {
    ...named('group'),
    columns: COLUMNS.groups,
    input: GroupInput,
    change: GroupChange,
    options: { batch_id: places.batches, department_id: places.departments },
    uniques: [{ field: 'name', noun: 'name in this batch and department', keyOf: groupKey }],
    match: (cells) => {
      const key = groupKey(cells)
      return { known: storedOf(key === undefined ? undefined : found.get(key)), errors: {} }
    },
    refusals: ({ department_id }): Errors => {
      if (department_id === undefined) return {}
      if (!showsDepartment(caller, Number(department_id)))
        return { department_id: ['You can only import groups of your own department'] }
      return isNotAcademic(places, department_id) ? { department_id: [NOT_ACADEMIC] } : {}
    },
  }
}
