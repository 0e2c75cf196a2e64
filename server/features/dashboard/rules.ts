import { TODAY_KINDS } from '../../../shared/contract/today.ts'
import type { TodayKind } from '../../core/today.ts'
import type { Feature } from '../../feature.ts'

/** All that may wait for somebody, in the order in which it is shown. */
export function todayOf(features: readonly Feature[]): TodayKind[] {
  const all = features.flatMap(({ today = [] }) => today)
  return TODAY_KINDS.flatMap((word) => all.filter(({ kind }) => kind === word))
}
