import type { LogEntry } from '../../../shared/contract/log-entries.ts'
import { trailOf } from '../../core/trail.ts'

/** The trail of entries, with names in the place of ids. It leaves out what was said of patient and self. */
export const entryTrail = trailOf(
  'log_entry',
  [
    'student',
    'skill',
    'performed_on',
    'place',
    'setting',
    'level',
    'attempt',
    'supervisor',
    'status',
    'decision',
    'rating',
    'feedback',
    'signed_by',
    'signed_by_code',
    'corrects_id',
  ],
  (entry: LogEntry) => ({
    ...entry,
    student: entry.student.name,
    skill: entry.skill.name,
    supervisor: entry.supervisor.name,
    signed_by: entry.signed_by?.name ?? null,
    signed_by_code: entry.signed_by_code || null,
  }),
)
