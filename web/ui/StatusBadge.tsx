import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconArrowForwardUp,
  IconBan,
  IconCircleCheck,
  IconCircleMinus,
  IconCirclePlus,
  IconCircleX,
  IconClock,
  IconPencil,
  IconSchool,
  type TablerIcon,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { entryOf, labelOf } from '../../shared/labels.ts'
import classes from './StatusBadge.module.css'

type Meaning = 'good' | 'bad' | 'waiting' | 'inactive'

const MEANINGS = {
  active: ['good', IconCircleCheck],
  submitted: ['good', IconCircleCheck],
  returned: ['waiting', IconArrowBackUp],
  sent_again: ['good', IconCircleCheck],
  graded: ['good', IconCircleCheck],
  completed: ['good', IconCircleCheck],
  approved: ['good', IconCircleCheck],
  evaluated: ['good', IconCircleCheck],
  graduated: ['good', IconSchool],
  pending: ['waiting', IconClock],
  'in-progress': ['waiting', IconClock],
  on_leave: ['waiting', IconClock],
  late: ['waiting', IconAlertTriangle],
  overdue: ['bad', IconAlertTriangle],
  granted: ['good', IconCircleCheck],
  refused: ['bad', IconCircleX],
  withdrawn: ['inactive', IconBan],
  stands: ['good', IconCircleCheck],
  replaced: ['inactive', IconArrowForwardUp],
  rejected: ['bad', IconCircleX],
  not_submitted: ['inactive', IconCircleMinus],
  cancelled: ['inactive', IconBan],
  create: ['good', IconCirclePlus],
  update: ['waiting', IconPencil],
  error: ['bad', IconCircleX],
  present: ['good', IconCircleCheck],
  absent: ['bad', IconCircleX],
  leave: ['waiting', IconClock],
  leave_granted: ['waiting', IconClock],
  saved: ['good', IconCircleCheck],
  waiting: ['waiting', IconClock],
  making: ['waiting', IconClock],
  ready: ['good', IconCircleCheck],
  failed: ['bad', IconAlertTriangle],
  passed: ['good', IconCircleCheck],
  begun: ['waiting', IconPencil],
  inactive: ['inactive', IconCircleMinus],
  transferred: ['inactive', IconCircleMinus],
  dropped: ['inactive', IconCircleMinus],
  suspended: ['inactive', IconCircleMinus],
  expelled: ['inactive', IconCircleMinus],
  retired: ['inactive', IconCircleMinus],
  terminated: ['inactive', IconCircleMinus],
  resigned: ['inactive', IconCircleMinus],
  unchanged: ['inactive', IconCircleMinus],
  skipped: ['inactive', IconCircleMinus],
  exists: ['inactive', IconCircleMinus],
  open: ['waiting', IconClock],
  under_review: ['waiting', IconPencil],
  escalated: ['waiting', IconAlertTriangle],
  pending_response: ['waiting', IconClock],
  reopened: ['waiting', IconClock],
  resolved: ['good', IconCircleCheck],
  closed: ['inactive', IconBan],
  draft: ['inactive', IconPencil],
  planned: ['waiting', IconClock],
  expired: ['inactive', IconBan],
  low: ['inactive', IconCircleMinus],
  medium: ['inactive', IconCirclePlus],
  high: ['waiting', IconAlertTriangle],
  critical: ['bad', IconAlertTriangle],
  urgent: ['bad', IconAlertTriangle],
  eligible: ['good', IconCircleCheck],
  on_course: ['waiting', IconClock],
  unjudged: ['inactive', IconCircleMinus],
  at_risk: ['waiting', IconAlertTriangle],
  not_eligible: ['bad', IconCircleX],
  exempted: ['inactive', IconCircleCheck],
  met: ['good', IconCircleCheck],
  reachable: ['waiting', IconAlertTriangle],
  missed: ['bad', IconCircleX],
  none: ['inactive', IconCircleMinus],
} satisfies Record<string, [Meaning, TablerIcon]>
export type Status = keyof typeof MEANINGS

/** The specification's "other grey", for a word that this browser does not know yet. */
const OTHER: [Meaning, TablerIcon] = ['inactive', IconCircleMinus]

/** Shows a status as a word with its icon, never by colour alone. */
export function StatusBadge({ status, label }: { status: Status; label?: ReactNode }) {
  const [meaning, Icon] = entryOf<[Meaning, TablerIcon]>(MEANINGS, status) ?? OTHER
  return (
    <span className={classes.badge} data-meaning={meaning}>
      <Icon size={16} aria-hidden />
      <span className={classes.word}>{label ?? labelOf(status)}</span>
    </span>
  )
}
