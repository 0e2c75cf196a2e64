import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { labelOf, OWN_FIELD_ENTITIES, OWN_FIELD_KINDS, SEEN_BY } from '../../../shared/labels.ts'
import type { RecordKind } from '../../ui/record-kind.ts'
import { dotted, textOf } from '../../ui/texts.ts'

export const OWN_FIELD: RecordKind = { entity: 'own_field', title: 'Own Field', noun: 'own field' }

export const ENTITY_WORDS: Readonly<Record<OwnField['entity'], string>> = { student: 'Students', staff: 'Staff' }
export const SEEN_WORDS: Readonly<Record<OwnField['seen_by'], string>> = {
  readers: 'Everybody who sees the record',
  staff: 'Staff only',
  editors: 'Only who may edit the record',
}

export const ENTITIES = OWN_FIELD_ENTITIES.map((value) => ({ value, label: ENTITY_WORDS[value] }))
export const KINDS = OWN_FIELD_KINDS.map((value) => ({ value, label: labelOf(value) }))
export const SEEN = SEEN_BY.map((value) => ({ value, label: SEEN_WORDS[value] }))

export const ownFieldValues = (field: OwnField | undefined) => ({
  entity: field?.entity ?? ('student' as OwnField['entity']),
  name: textOf(field?.name),
  kind: field?.kind ?? ('text' as OwnField['kind']),
  options: field?.options.join('\n') ?? '',
  is_required: field?.is_required ?? false,
  is_unique: field?.is_unique ?? false,
  is_masked: field?.is_masked ?? false,
  seen_by: field?.seen_by ?? ('readers' as OwnField['seen_by']),
  status: field?.status ?? ('active' as OwnField['status']),
})
export type OwnFieldValues = ReturnType<typeof ownFieldValues>

/** The options stand one a line. */
export const ownFieldBody = ({ options, ...values }: OwnFieldValues) => ({
  ...values,
  options:
    values.kind === 'choice'
      ? options
          .split('\n')
          .map((line) => line.trim())
          .filter((line) => line !== '')
      : [],
})

/** Returns the form's field for a path of the body: problems of an option stand under all of them. */
export const formField = (path: string) => path.replace(/^options\..*$/, 'options')

/** Says what is asked of the values: "Required · no two alike · masked". */
export const ruledText = ({ is_required, is_unique, is_masked }: OwnField): string =>
  dotted([is_required && 'required', is_unique && 'no two alike', is_masked && 'masked'])
