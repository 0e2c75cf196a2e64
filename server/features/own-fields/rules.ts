import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { folded } from '../../../shared/folding.ts'
import { counted } from '../../../shared/labels.ts'
import type { Action } from '../../../shared/permissions.ts'

/** The action of those who may edit the records of an entity. */
export const writesOf = (entity: OwnField['entity']): Action =>
  entity === 'student' ? 'students:write' : 'staff:write'

/** The names that forms, files and exports have already. */
const TAKEN: Record<OwnField['entity'], readonly string[]> = {
  student: [
    'Roll Number',
    'Name',
    'Email',
    'Batch',
    'Phone',
    'Gender',
    'Date of Birth',
    'Date of Admission',
    'Current Year',
    'Role',
    'Status',
    'Description',
  ],
  staff: [
    'Name',
    'Email',
    'Department',
    'Designation',
    'Role',
    'Phone',
    'Gender',
    'Date of Birth',
    'Date of Joining',
    'Date of Leaving',
    'Date of Retirement',
    'Status',
    'Description',
  ],
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

/** Says why a field with values can't become another one. */
export const heldText = (values: number) => `The field has ${counted(values, 'value')}. Its kind can no longer change.`
