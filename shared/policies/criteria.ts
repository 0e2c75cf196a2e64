import type { Policy } from './policy.ts'

/** The criteria of an assessment or of a task: with marks of students, or without any. */
export const criteriaStateOf = ({ criteria_count }: { criteria_count: number | null }) =>
  criteria_count ? 'marked' : 'unmarked'

/** Says if criteria can be added, taken away, moved, or get other greatest marks; their names can always change. */
export const criteriaChange: Policy<ReturnType<typeof criteriaStateOf>> = {
  unmarked: true,
  marked: 'Students have marks for these criteria. Only the names of the criteria can still change.',
}
