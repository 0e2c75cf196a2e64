import type { REPORT_CATEGORIES, REPORT_PRIORITIES, REPORT_SEVERITIES } from '../../shared/labels.ts'

/** Staff of the stories, and `student`: the one whom the case is about. */
export type Who =
  | 'student'
  | 'admin'
  | 'principal'
  | 'hod'
  | 'faculty'
  | 'registrar'
  | 'surgery'
  | 'surgeon'
  | 'paediatrics'
  | 'paediatrician'
  | 'gynaecology'
  | 'obstetrician'
  | 'psychiatry'
  | 'community'

type Kind =
  | 'comment'
  | 'reply'
  | 'responded'
  | 'awaited'
  | 'escalated'
  | 'resolved'
  | 'closed'
  | 'reopened'
  | 'withdrawn'

export type Evidence =
  | { name: `${string}.pdf`; points: string[] }
  | { name: `${string}.png`; bars: number[] }
  | { name: `${string}.csv` | `${string}.txt`; lines: string[] }

export interface Step {
  /** Days after it was filed. */
  day: number
  by: Who
  kind: Kind
  text?: string
  to?: Who
  files?: Evidence[]
}

export interface Story {
  title: string
  description: string
  category: (typeof REPORT_CATEGORIES)[number]
  severity: (typeof REPORT_SEVERITIES)[number]
  priority?: (typeof REPORT_PRIORITIES)[number]
  isUrgent?: true
  isConfidential?: true
  notes?: string
  /** The demo student, or a place among the students of a batch, counted from the fifth year. */
  about: 'demo' | readonly [batch: number, place: number]
  by: Who
  to: Who
  daysAgo: number
  steps: Step[]
}

type Facts = Pick<Story, 'title' | 'description' | 'category' | 'severity'>
type More = Partial<Pick<Story, 'priority' | 'isUrgent' | 'isConfidential' | 'notes'>>

/** Makes the facts of a story: category, severity, title and what happened. */
export const told = (
  category: Story['category'],
  severity: Story['severity'],
  title: string,
  description: string,
  more: More = {},
): Facts & More => ({ category, severity, title, description, ...more })

export const at = (daysAgo: number, by: Who, to: Who, about: Story['about'] = 'demo') => ({ daysAgo, by, to, about })

export const step = (day: number, by: Who, kind: Kind, text?: string, more: Pick<Step, 'to' | 'files'> = {}): Step => ({
  day,
  by,
  kind,
  ...(text === undefined ? {} : { text }),
  ...more,
})

export const escalated = (day: number, by: Who, to: Who, text: string) => step(day, by, 'escalated', text, { to })
