import type { RecordKind } from '../../ui/record-kind.ts'

export const DESIGNATION: RecordKind = { entity: 'designation', title: 'Designation', noun: 'designation' }
