import {
  IconAlertTriangle,
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
import { labelOf } from '../../shared/labels.ts'
import classes from './StatusBadge.module.css'

type Meaning = 'good' | 'bad' | 'waiting' | 'inactive'

const MEANINGS: Record<string, [Meaning, TablerIcon]> = {
  active: ['good', IconCircleCheck],
  submitted: ['good', IconCircleCheck],
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
  rejected: ['bad', IconCircleX],
  not_submitted: ['inactive', IconCircleMinus],
  cancelled: ['inactive', IconBan],
  create: ['good', IconCirclePlus],
  update: ['waiting', IconPencil],
  error: ['bad', IconCircleX],
  present: ['good', IconCircleCheck],
  absent: ['bad', IconCircleX],
  leave: ['waiting', IconClock],
  saved: ['good', IconCircleCheck],
  waiting: ['waiting', IconClock],
  failed: ['bad', IconAlertTriangle],
  begun: ['waiting', IconPencil],
}

/** A status as a word with its icon: never by colour alone. */
export function StatusBadge({ status, label }: { status: string; label?: string }) {
  const [meaning, Icon] = MEANINGS[status] ?? ['inactive', IconCircleMinus]
  return (
    <span className={classes.badge} data-meaning={meaning}>
      <Icon size={16} aria-hidden />
      {label ?? labelOf(status)}
    </span>
  )
}
