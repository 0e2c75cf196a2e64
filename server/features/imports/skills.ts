import { SkillChange, SkillInput } from '../../../shared/contract/skills.ts'
import { folded } from '../../../shared/folding.ts'
import type { Caller } from '../../core/caller.ts'
import { departmentOf, showsDepartment } from '../../core/scope.ts'
import { NOT_ACADEMIC } from '../departments/reads.ts'
import { COLUMNS } from './columns.ts'
import type { Errors, FileRow } from './file-row.ts'
import type { Cells, Kind, Stored } from './kinds.ts'
import type { Department } from './names.ts'
import type { findSkills, SkillKeys } from './reads.ts'

type StoredSkill = Awaited<ReturnType<typeof findSkills>>[number]

const capitals = (code: string) => code.toUpperCase()

/** Returns the department that the caller is fixed to. */
const ownOf = (caller: Caller, departments: readonly Department[]) =>
  departments.find(({ id }) => id === departmentOf(caller))

const lacksDepartment = ({ cells, errors }: FileRow) =>
  cells.department_id === undefined && errors.department_id === undefined

/** Puts the own department of a caller who is fixed to one into the rows that name none. */
export function withOwnDepartment(
  rows: readonly FileRow[],
  caller: Caller,
  departments: readonly Department[],
): readonly FileRow[] {
  const own = ownOf(caller, departments)
  if (!own) return rows
  return rows.map((row) => (lacksDepartment(row) ? { ...row, cells: { ...row.cells, department_id: own.name } } : row))
}

/** Says that rows without a department were taken for the own one. */
export function ownDepartmentNotes(
  rows: readonly FileRow[],
  caller: Caller,
  departments: readonly Department[],
  what: string,
): string[] {
  const own = ownOf(caller, departments)
  return own && rows.some(lacksDepartment) ? [`${what} without a department were taken for your own, ${own.name}`] : []
}

/** Returns the keys by which the stored skills of a file are found. */
export function keysOfSkills(rows: readonly FileRow[], departments: readonly Department[]): SkillKeys {
  const valuesOf = (field: string, keyOf: (text: string) => string) => [
    ...new Set(rows.flatMap(({ cells }) => (cells[field] === undefined ? [] : keyOf(cells[field])))),
  ]
  const named = valuesOf('department_id', folded)
  return {
    departments: departments.filter(({ name }) => named.includes(folded(name))).map(({ id }) => id),
    names: valuesOf('name', folded),
    codes: valuesOf('code', capitals),
  }
}

/** Compares a value within its department only. */
const within = (field: string, keyOf: (text: string) => string) => (cells: Cells) =>
  cells[field] === undefined || cells.department_id === undefined
    ? undefined
    : JSON.stringify([folded(cells.department_id), keyOf(cells[field])])

/** The plan's rules for skills, which are known by code, else by name, each within its department. */
export function skillKind(
  caller: Caller,
  departments: readonly Department[],
  skills: readonly StoredSkill[],
): Kind<typeof SkillInput, typeof SkillChange, Stored> {
  const names = new Map(departments.map(({ id, name }) => [id, name]))
  const [codeKey, nameKey] = [within('code', capitals), within('name', folded)]
  const cellsOf = ({ department_id, code, name }: StoredSkill): Cells => ({
    department_id: names.get(department_id) ?? '',
    name,
    ...(code !== null && { code }),
  })
  const byCode = new Map(skills.map((skill) => [codeKey(cellsOf(skill)), skill]))
  const byName = new Map(skills.map((skill) => [nameKey(cellsOf(skill)), skill]))
  return {
    columns: COLUMNS.skills,
    input: SkillInput,
    change: SkillChange,
    options: { department_id: departments },
    uniques: [
      { field: 'code', noun: 'code', keyOf: codeKey },
      { field: 'name', noun: 'name', keyOf: nameKey },
    ],
    same: { field: 'name', noun: 'skill' },
    match: (cells) => {
      const [codeOf, nameOf] = [codeKey(cells), nameKey(cells)]
      const ofCode = codeOf === undefined ? undefined : byCode.get(codeOf)
      const ofName = nameOf === undefined ? undefined : byName.get(nameOf)
      const isMixed = ofCode !== undefined && ofName !== undefined && ofCode.id !== ofName.id
      const errors: Errors = isMixed
        ? { code: [`This is the code of "${ofCode.name}", while another skill has the name`] }
        : {}
      return { known: storedOf(ofCode ?? ofName), errors }
    },
    refusals: ({ department_id }): Errors => {
      if (department_id === undefined) return {}
      if (!showsDepartment(caller, Number(department_id)))
        return { department_id: ['You can only import skills of your own department'] }
      const department = departments.find(({ id }) => id === department_id)
      return department?.type === 'non-academic' ? { department_id: [NOT_ACADEMIC] } : {}
    },
    changeProblems: () => ({}),
  }
}

function storedOf(skill: StoredSkill | undefined): Stored | undefined {
  if (!skill) return undefined
  const { id, updated_at, ...values } = skill
  return { id, updatedAt: updated_at, values }
}
