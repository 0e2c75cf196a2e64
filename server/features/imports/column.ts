import type { ImportColumn } from '../../../shared/contract/imports.ts'
import type { OwnField } from '../../../shared/contract/own-fields.ts'
import { plainHeading } from '../../documents/sheets/lines.ts'

/** The kind of a cell: what it is turned into before the contract's schema sees it. `name` is that of another record. */
export type CellKind =
  | 'text'
  | 'person'
  | 'name'
  | 'date'
  | 'gender'
  | 'status'
  | 'phone'
  | 'level'
  | 'year'
  | 'number'
  | 'percent'
  | 'yes-no'
  | 'department-type'
  | 'type'
  | 'mark'
  | 'entry'

export interface Column {
  field: string
  /** As an export and the template write it. */
  heading: string
  kind: CellKind
  /** Other headings that people write, without case, spaces and punctuation. */
  also: readonly string[]
  /** Headings that mean it where no other one does. */
  perhaps: readonly string[]
  /** The field that the college has added, whose values they are. */
  own?: OwnField
}

/** A column of a file, and what it was taken for. */
export interface Matched {
  index: number
  heading: string
  column: Column | undefined
  by: ImportColumn['by']
  /** The column that others mean, too. */
  asks: Column | undefined
}

const words = (text: string) => text.split(' ').filter((word) => word !== '')

/** @param also other headings, and `perhaps` those of the last resort, a space between them */
export const column = (field: string, heading: string, kind: CellKind = 'text', also = '', perhaps = ''): Column => ({
  field,
  heading,
  kind,
  also: words(also),
  perhaps: words(perhaps),
})

/** Returns how surely a heading, as `plainHeading` has it, means a column; `perhaps` counts where nothing else does. */
export function meaningOf({ heading, also, perhaps }: Column, plain: string): 'sure' | 'perhaps' | undefined {
  if (plain === '') return undefined
  if (plain === plainHeading(heading) || also.includes(plain)) return 'sure'
  return perhaps.includes(plain) ? 'perhaps' : undefined
}
