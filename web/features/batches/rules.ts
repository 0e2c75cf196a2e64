import type { RecordKind } from '../../ui/record-kind.ts'

export const BATCH: RecordKind = { entity: 'batch', title: 'Batch', noun: 'batch' }
