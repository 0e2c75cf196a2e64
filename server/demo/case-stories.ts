import { open, underReview } from './case-stories-begun.ts'
import { closed, reopened, resolved } from './case-stories-ended.ts'
import { awaiting, escalations } from './case-stories-passed-on.ts'
import { at, type Story, step, told } from './case-story.ts'

/** In every state; and one that its reporter has taken back. */
export const STORIES: Story[] = [
  ...[open, underReview, escalations, awaiting, resolved, closed, reopened].flat(),
  {
    ...told('other', 'low', 'Stethoscope left in the clinic', 'It has been found: the cleaner had put it away.'),
    ...at(16, 'faculty', 'hod', [1, 31]),
    steps: [step(0, 'faculty', 'withdrawn')],
  },
]
