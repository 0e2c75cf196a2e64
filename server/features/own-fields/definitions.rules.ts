import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { folded } from '../../../shared/folding.ts'
import { STAFF_COLUMNS } from '../staff/rules.ts'
import { SHEET_COLUMNS } from '../students/rules.ts'

/** The names that forms, files and exports have already. */
const TAKEN: Record<OwnField['entity'], readonly string[]> = {
  student: [...SHEET_COLUMNS, 'Current Year', 'Role'],
  staff: STAFF_COLUMNS,
}

type Defined = Pick<OwnField, 'entity' | 'name' | 'kind' | 'options'>

/** Returns what is wrong with a field as it is to be, by the names of its own fields. */
export function definitionProblems({ entity, name, kind, options }: Defined): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  if (TAKEN[entity].some((taken) => folded(taken) === folded(name)))
    problems.name = [`There is a field "${name}" already`]
  if (kind === 'choice' && options.length === 0) problems.options = ['A choice needs at least one option']
  if (kind !== 'choice' && options.length > 0) problems.options = ['Only a choice has options']
  if (new Set(options.map(folded)).size < options.length) problems.options = ['The options must differ']
  return problems
}
