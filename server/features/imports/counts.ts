import type { Schema } from '../../../shared/endpoint.ts'
import type { PlannedRow } from './kinds.ts'

export type Outcome = 'create' | 'update' | 'unchanged'

/** Counts the records of a plan with this outcome: one of each row, or as many as the row says. */
export const recordsOf = (plan: readonly PlannedRow<Schema, Schema>[], outcome: Outcome): number =>
  plan.reduce((sum, { row, counts }) => sum + (counts ? counts[outcome] : Number(row.outcome === outcome)), 0)
