import type { DEPARTMENT_TYPES } from '../../../shared/labels.ts'

export interface NamedRecord {
  id: number
  name: string
  /** Other words for it that a file may have. */
  also?: readonly string[]
}

export interface Department extends NamedRecord {
  type: (typeof DEPARTMENT_TYPES)[number]
}

/** The names that columns take, by field. */
export type NamesByField = Record<string, readonly NamedRecord[]>

/** The names that the columns of a template take, by heading; a column without an explanation takes a line of text. */
export interface TemplateNames {
  batches: readonly NamedRecord[]
  departments: readonly Department[]
  designations: readonly NamedRecord[]
  roles: readonly NamedRecord[]
}
