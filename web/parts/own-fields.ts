import { useQuery } from '@tanstack/react-query'
import type { OwnField } from '../../shared/contract/own-fields.ts'
import { formatDay } from '../core/formats.ts'
import type { Fact } from '../ui/Facts.tsx'
import { plainNumber } from '../ui/texts.ts'
import { ownFieldsQuery } from './api.ts'

/** The typed values of a form's own fields, by the id of the field. */
export type OwnTyped = Record<string, string>

/** Returns the part of a body with the own fields, all of them: the server says which must not be empty. */
export function ownBody(typed: OwnTyped, fields: readonly OwnField[]): { own?: Record<string, string | null> } {
  if (fields.length === 0) return {}
  const values = fields.map(({ id, kind }) => {
    const text = (typed[String(id)] ?? '').trim()
    return [id, text === '' ? null : kind === 'number' ? plainNumber(text) : text]
  })
  return { own: Object.fromEntries(values) }
}

/** The active own fields of an entity that the person may see; none until they are read. */
export function useOwnFields(entity: OwnField['entity'], isWanted = true): readonly OwnField[] {
  const { data = [] } = useQuery({ ...ownFieldsQuery(entity), enabled: isWanted })
  return data.filter(({ status }) => status === 'active')
}

/** Returns the own values of a record as facts, in the order of their fields. */
export function useOwnFacts(entity: OwnField['entity'], own: Record<string, string> | undefined): Fact[] {
  const fields = useOwnFields(entity, own !== undefined)
  return fields.flatMap(({ id, name, kind }) => {
    const value = own?.[String(id)]
    if (value === undefined) return []
    // A masked day is none.
    return [[name, kind === 'day' && /^\d{4}-/.test(value) ? formatDay(value) : value] as const]
  })
}
