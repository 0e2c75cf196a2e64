import { logbook, type SkillStanding } from '../../shared/contract/logbook.ts'
import { writtenDay } from '../../shared/written-day.ts'
import { queryOf } from '../core/queries.ts'
import { DOT } from '../ui/texts.ts'

/** The standing of a student in each skill of the departments that the person may see. */
export const standingsQuery = (id: number) =>
  queryOf(logbook.ofStudent, { params: { id } }, { select: ({ data }) => data.skills })

const isMissing = ({ required, counted }: SkillStanding) => required !== null && counted < required

/** Puts what is missing first, the requirement that ends next before others, then what is reached. */
export const missingFirst = (skills: readonly SkillStanding[]): SkillStanding[] => {
  const order = (one: SkillStanding) => `${isMissing(one) ? 0 : one.required === null ? 2 : 1}${one.ends_on ?? '9999'}`
  return skills.toSorted((a, b) => order(a).localeCompare(order(b)))
}

/** Sums what counts of what is required; nothing where nothing is. */
export function signedText(skills: readonly SkillStanding[]): string | undefined {
  const required = skills.reduce((sum, one) => sum + (one.required ?? 0), 0)
  const counted = skills.reduce((sum, one) => sum + (one.required === null ? 0 : one.counted), 0)
  return required === 0 ? undefined : `${counted} of ${required} signed`
}

/** Tells what waits, came back, and is missing. */
export function standingNotes(standing: SkillStanding): string {
  const { logged, returned, required, counted, ends_on, ends_with_posting } = standing
  const missing = isMissing(standing) && (required ?? 0) - counted
  return [
    missing &&
      `${missing} missing${ends_on ? ` by ${writtenDay(ends_on)}` : ''}${ends_with_posting ? ', end of the posting' : ''}`,
    logged > 0 && `${logged} to be signed`,
    returned > 0 && `${returned} returned`,
  ]
    .filter(Boolean)
    .join(DOT)
}
