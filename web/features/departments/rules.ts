import type { RecordKind } from '../../ui/record-kind.ts'

export const DEPARTMENT: RecordKind = { entity: 'department', title: 'Department', noun: 'department' }
