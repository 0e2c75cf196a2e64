import type { RecordKind } from '../../ui/record-kind.ts'

export const ROLE: RecordKind = { entity: 'role', title: 'Role', noun: 'role' }
