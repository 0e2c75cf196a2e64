import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { counted } from '../../../shared/labels.ts'
import type { Action } from '../../../shared/permissions.ts'

/** The action of those who may edit the records of an entity. */
export const writesOf = (entity: OwnField['entity']): Action =>
  entity === 'student' ? 'students:write' : 'staff:write'

/** Says why a field with values can't become another one. */
export const heldText = (values: number) => `The field has ${counted(values, 'value')}. Its kind can no longer change.`
