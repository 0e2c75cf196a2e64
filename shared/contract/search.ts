import * as z from 'zod/mini'
import { get } from '../endpoint.ts'
import { line } from '../fields.ts'
import { SEARCH_MAX, SEARCH_MIN } from '../limits.ts'

/** The kinds of hits, with their headings. */
export const HIT_KINDS = {
  student: 'Students',
  staff: 'Staff',
  group: 'Groups',
  task: 'Tasks',
  skill: 'Skills',
  survey: 'Surveys',
  library: 'Library',
  case: 'Cases',
  announcement: 'Announcements',
} as const
export type HitKind = keyof typeof HIT_KINDS

const HitKindWord = z.enum(Object.keys(HIT_KINDS) as HitKind[])

const Hit = z.object({
  kind: HitKindWord,
  id: z.int(),
  title: z.string(),
  /** Distinguishes it from hits with the same title. */
  detail: z.string(),
  /** The app's address that shows it. */
  to: z.string(),
})
export type Hit = z.infer<typeof Hit>

export const search = {
  find: get('/search', {
    summary:
      'What the caller is shown of students, staff, groups, tasks, skills, surveys, library, cases and announcements, by name or number',
    action: 'search:read',
    query: z.object({
      q: line('Search', SEARCH_MAX).check(
        z.refine<string>((q) => q.length === 0 || q.length >= SEARCH_MIN, `Type at least ${SEARCH_MIN} characters`),
      ),
    }),
    /** `more` names the kinds with more hits than the answer has. */
    reply: z.object({ data: z.array(Hit), more: z.array(HitKindWord) }),
    failure: 'Failed to search',
  }),
}
