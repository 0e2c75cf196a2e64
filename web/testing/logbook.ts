import type { LogEntry } from '../../shared/contract/log-entries.ts'
import type { SkillStanding } from '../../shared/contract/logbook.ts'
import { department, refOf, stamps } from './records.ts'

export const logEntry = (changes: Partial<LogEntry> = {}): LogEntry => ({
  id: 91,
  key: null,
  student_id: 11,
  student: { id: 11, name: 'Ayesha Khan', roll_no: 'R-11', status: 'active' },
  skill_id: 101,
  skill: {
    id: 101,
    name: 'Cannulation',
    code: null,
    level: 'supervised',
    allows_simulation: false,
    observed_share: 0,
  },
  department_id: department().id,
  department: refOf(department()),
  performed_on: '2026-11-20',
  place: 'Ward 3',
  setting: 'patient',
  level: 'supervised',
  attempt: 'first',
  supervisor_id: 8,
  supervisor: { id: 8, name: 'Dr. Sana Mirza' },
  patient_age_band: null,
  patient_sex: null,
  reflection: null,
  status: 'signed',
  is_late: false,
  corrects_id: null,
  corrected_by: null,
  decision: 'completed',
  rating: null,
  feedback: null,
  signed_by: { id: 21, name: 'Dr. Sana Mirza' },
  signed_at: '2026-11-20T09:00:00.000Z',
  signed_by_code: false,
  ...stamps,
  ...changes,
})

/** A skill of which a student has done seven of fifteen. */
export const standing = (changes: Partial<SkillStanding> = {}): SkillStanding => ({
  skill: { id: 101, name: 'Cannulation', code: null, category: null, level: 'supervised' },
  department: refOf(department()),
  requirements: [],
  required: 15,
  logged: 2,
  signed: 8,
  counted: 7,
  returned: 0,
  level_reached: 'supervised',
  ends_on: '2026-12-12',
  ends_with_posting: false,
  ...changes,
})
