import type { College } from './college.ts'
import type { Plan } from './contest.ts'
import { benchFirstMark } from './first-mark.ts'
import { withScreens } from './opened-screens.ts'
import { benchPhone } from './phone.ts'
import type { Result } from './report.ts'
import { benchServed } from './served-screens.ts'
import { benchVisits } from './visits.ts'

/** Whole screens in a real browser, from the address or the tap until they can be used, against the barest of pages. */
export const benchScreens = (college: College, plan: Plan): Promise<Result[]> =>
  withScreens(college, async (opened) => [
    ...(await benchServed(opened, college, plan)),
    ...(await benchVisits(opened, plan)),
    ...(await benchFirstMark(opened, plan)),
    ...(await benchPhone(opened, plan)),
  ])
