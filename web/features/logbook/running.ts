import { collegeToday } from '../../../shared/college-clock.ts'
import type { SkillStanding } from '../../../shared/contract/logbook.ts'
import type { OwnPosting } from '../../../shared/contract/postings.ts'
import { counted } from '../../../shared/labels.ts'
import { isReached } from './rules.ts'

type Days = Pick<OwnPosting, 'first_day' | 'last_day'>

export function isRunning({ first_day, last_day }: Days): boolean {
  const today = collegeToday()
  return first_day <= today && today <= last_day
}

const DAY_MS = 86_400_000

/** Says how many days are left, with today: "last day", "12 days left". */
export function leftText({ last_day }: Days): string {
  const days = (Date.parse(last_day) - Date.parse(collegeToday())) / DAY_MS + 1
  return days === 1 ? 'last day' : `${days} days left`
}

/** Says what is missing of a department's skills by the end of its posting. */
export function missingText(skills: readonly SkillStanding[], departmentId: number): string {
  const asked = skills.filter(({ department, required }) => department.id === departmentId && required !== null)
  if (asked.length === 0) return 'Nothing is asked for here'
  const missing = asked.map(({ required, counted: done }) => Math.max(0, (required ?? 0) - done))
  const open = missing.filter((count) => count > 0)
  if (open.length === 0) return 'All that is asked for here is done'
  const sum = open.reduce((total, count) => total + count, 0)
  return `${counted(sum, 'performance')} of ${counted(open.length, 'skill')} missing by then`
}

/** Says how far a student is with the skills of a department: "2 of 5 asked for are done". */
export function doneText(skills: readonly SkillStanding[]): string {
  const asked = skills.filter(({ required }) => required !== null)
  if (asked.length === 0) return `${counted(skills.length, 'skill')}, nothing is asked for`
  return `${asked.filter(isReached).length} of ${asked.length} asked for are done`
}
