/** The status words of the entities, as people read them. */
export const PERSON_GENDERS = ['male', 'female', 'other'] as const
export const STUDENT_STATUSES = [
  'active',
  'inactive',
  'on_leave',
  'transferred',
  'graduated',
  'dropped',
  'suspended',
  'expelled',
] as const
export const STAFF_STATUSES = [
  'active',
  'inactive',
  'on_leave',
  'transferred',
  'retired',
  'terminated',
  'resigned',
] as const
/** Students in these states have left the college. */
export const LEFT_STATUSES = ['transferred', 'graduated', 'dropped', 'expelled'] as const

/** Returns true when a student of this status has left the college. */
export const hasLeft = (status: (typeof STUDENT_STATUSES)[number]) => LEFT_STATUSES.some((left) => left === status)

/** Accounts of people in these states may sign in. */
export const SIGN_IN_STATUSES = ['active', 'on_leave'] as const
export const maySignIn = (status: string) => SIGN_IN_STATUSES.some((word) => word === status)
/** The records that a college may add fields to, the kinds of these fields, and who is shown their values. */
export const OWN_FIELD_ENTITIES = ['student', 'staff'] as const
export const OWN_FIELD_KINDS = ['text', 'number', 'day', 'choice'] as const
export const OWN_FIELD_STATUSES = ['active', 'inactive'] as const
export const SEEN_BY = ['readers', 'staff', 'editors'] as const
export const DEPARTMENT_TYPES = ['academic', 'non-academic'] as const
export const DEPARTMENT_STATUSES = ['active', 'inactive'] as const
export const BATCH_STATUSES = ['active', 'inactive'] as const
export const GROUP_STATUSES = ['active', 'pending', 'inactive'] as const
export const LINK_STATUSES = ['active', 'inactive'] as const
export const TASK_STATUSES = ['active', 'pending', 'inactive'] as const
export const TASK_TYPES = ['single', 'bulk'] as const
export const SESSION_STATUSES = ['pending', 'completed', 'cancelled'] as const
export const ATTENDANCE_STATUSES = ['present', 'absent', 'leave'] as const
export const LEAVE_STATUSES = ['pending', 'granted', 'refused', 'withdrawn'] as const
export const SUBMISSION_STATUSES = ['submitted', 'returned'] as const
/** The lines in the thread of a submission. */
export const COMMENT_KINDS = ['comment', 'returned', 'sent_again'] as const
export const ASSESSMENT_STATUSES = ['pending', 'active', 'evaluated', 'approved', 'rejected', 'inactive'] as const
export const ASSESSMENT_TYPES = ['theory', 'practical'] as const
export const RESULT_STATUSES = ['submitted', 'absent'] as const
export const REPORT_STATUSES = [
  'open',
  'under_review',
  'escalated',
  'pending_response',
  'resolved',
  'closed',
  'reopened',
] as const
export const REPORT_CATEGORIES = [
  'academic_misconduct',
  'behavioral_issue',
  'attendance_problem',
  'disciplinary_violation',
  'safety_concern',
  'other',
] as const
export const REPORT_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const
export const REPORT_PRIORITIES = ['low', 'normal', 'high', 'urgent'] as const
export const REPORT_LEVELS = [
  'faculty',
  'hod',
  'vice_principal',
  'principal',
  'disciplinary_committee',
  'external_authority',
] as const
export const SURVEY_STATUSES = ['draft', 'active', 'closed'] as const
export const QUESTION_TYPES = [
  'text',
  'textarea',
  'number',
  'email',
  'date',
  'single_choice',
  'multiple_choice',
  'radio',
  'checkbox',
  'rating',
  'boolean',
  'url',
  'select',
] as const

/** The words of the logbook; levels from the lowest to the highest. */
export const SKILL_STATUSES = ['active', 'inactive'] as const
export const LEVELS = ['observed', 'assisted', 'supervised', 'independent'] as const
/** The levels, as people read them. */
export const LEVEL_WORDS: Record<(typeof LEVELS)[number], string> = {
  observed: 'Observed',
  assisted: 'Assisted',
  supervised: 'Performed under supervision',
  independent: 'Performed independently',
}
export const SETTINGS = ['patient', 'simulated'] as const
export const ATTEMPTS = ['first', 'repeat', 'remedial'] as const
export const RATINGS = ['below', 'meets', 'exceeds'] as const
export const DECISIONS = ['completed', 'repeat', 'remedial'] as const
export const LOG_STATUSES = ['logged', 'signed', 'returned', 'withdrawn'] as const
export const AGE_BANDS = ['newborn', 'infant', 'child', 'adolescent', 'adult', 'elderly'] as const

/** The kinds of documents about one student, all kinds that the college gives out, as people read them, and their states. */
export const STUDENT_DOCUMENT_KINDS = ['logbook', 'attendance', 'results'] as const
export const DOCUMENT_KINDS = [...STUDENT_DOCUMENT_KINDS, 'eligibility-list'] as const
export const DOCUMENT_WORDS: Record<(typeof DOCUMENT_KINDS)[number], string> = {
  logbook: 'Logbook',
  attendance: 'Certificate of attendance',
  results: 'Statement of results',
  'eligibility-list': 'Eligibility list',
}
export const DOCUMENT_STATES = ['stands', 'replaced', 'withdrawn'] as const
/** The states of an inspection pack. */
export const PACK_STATES = ['waiting', 'making', 'ready', 'failed'] as const

/** The conditions of a rule set, the verdicts on one of them, and on a student. */
export const CONDITIONS = ['attendance', 'logbook', 'assessments', 'tasks'] as const
/** `nothing`: neither held nor planned, so that nothing can be said. */
export const CONDITION_VERDICTS = ['met', 'reachable', 'missed', 'open', 'nothing'] as const
export const ELIGIBILITY_VERDICTS = [
  'eligible',
  'on_course',
  'at_risk',
  'not_eligible',
  'exempted',
  'unjudged',
] as const
/** The same, as people read them. */
export const ELIGIBILITY_WORDS: Record<(typeof ELIGIBILITY_VERDICTS)[number], string> = {
  eligible: 'Eligible',
  on_course: 'On course',
  at_risk: 'At risk',
  not_eligible: 'Not eligible',
  exempted: 'Exempted',
  unjudged: 'Not judged',
}
export const CONDITION_VERDICT_WORDS: Record<(typeof CONDITION_VERDICTS)[number], string> = {
  met: 'Met',
  reachable: 'Below, can be reached',
  missed: 'Below, out of reach',
  open: 'Under way',
  nothing: 'Nothing was held',
}
/** The orders of a list of eligibility: by roll number, or those first who lack most. */
export const ELIGIBILITY_ORDERS = ['roll', 'worst'] as const
/** The units of what a condition counts. */
export const CONDITION_UNITS: Record<(typeof CONDITIONS)[number], string> = {
  attendance: 'sessions',
  logbook: 'signed',
  assessments: 'points',
  tasks: 'handed in',
}

/** Writes a status word for people: `on_leave` → "On Leave", `non-academic` → "Non-Academic". */
export const labelOf = (word: string) =>
  word.replace(/(^|[_-])([a-z])/g, (_, gap: string, letter: string) => (gap === '_' ? ' ' : gap) + letter.toUpperCase())

/**
 * Returns the entry of a word in a table, if it has one. A page that stays open while its server is updated meets words
 * that its tables lack, so every lookup of a word from the server needs a fallback.
 */
export const entryOf = <T>(table: Readonly<Record<string, T>>, word: string): T | undefined =>
  Object.hasOwn(table, word) ? table[word] : undefined

/** Returns the table's name for a word; without an entry the word itself, as `labelOf` writes it. */
export const wordOf = (table: Readonly<Record<string, string>>, word: string) => entryOf(table, word) ?? labelOf(word)

const ROLE_WORDS = {
  admin: 'Administrator',
  principal: 'Principal',
  hod: 'Head of department',
  faculty: 'Faculty',
  clerk: 'Clerk',
  'student-affair': 'Student affairs',
  student: 'Student',
} as const

/** Names a role as people say it; one that the college has added is its own word. */
export const roleWord = (role: string) => entryOf<string>(ROLE_WORDS, role) ?? role

/** Returns what people say for a role whose stored name is shown, where that does not say it already. */
export function roleHint(role: string): string | undefined {
  const word = roleWord(role)
  return word.toLowerCase().includes(role.toLowerCase()) ? undefined : word
}

/** Names the level that has a case. */
export const levelText = (level: (typeof REPORT_LEVELS)[number]) => (level === 'hod' ? 'HOD' : labelOf(level))

/** Returns the days for which a case has been, or was, open. */
export function daysText(days: number): string {
  if (days === 0) return 'less than a day'
  return days === 1 ? '1 day' : `${days} days`
}

/** Writes a whole number: "1,200". `Intl` writes the same, but its first use takes a browser 8 ms. */
export const figure = (count: number) => String(count).replace(/\B(?=(?:\d{3})+$)/g, ',')

/** Counts in words: "1,200 responses", "1 response". */
export const counted = (count: number, one: string, several = `${one}s`) =>
  `${figure(count)} ${count === 1 ? one : several}`

/** Joins parts: "3 tasks, 2 groups and 1 student". */
export const inWords = (parts: string[]) => [parts.slice(0, -1).join(', '), parts.at(-1)].filter(Boolean).join(' and ')
