// Each table has one owner, who alone inserts, updates and deletes there.

/** Owner, a folder or file of `server`, → its tables. */
const OWNED = {
  'db/retention.ts': ['retention'],
  'core/secrets.ts': ['secrets'],
  'core/login.ts': ['logins'],
  'http/idempotency.ts': ['idempotency_keys'],
  'http/costly.ts': ['costly_calls'],
  'http/amounts.ts': ['day_amounts'],
  'features/status/': ['set_aside_files'],
  'core/security-log-store.ts': ['security_log'],
  'core/trail.ts': ['audit'],
  'core/troubles.ts': ['troubles'],
  'features/accounts/': [
    'users',
    'user_roles',
    'password_resets',
    'login_failures',
    'forgotten_calls',
    'second_factors',
    'recovery_codes',
  ],
  'features/auth/': ['known_devices'],
  'features/audit/': ['audit_seals'],
  'features/dashboard/': ['news_seen'],
  'features/backups/': ['backups'],
  'features/calendar/': ['calendar_feeds'],
  'features/departments/': ['departments'],
  'features/designations/': ['designations'],
  'features/roles/': ['roles'],
  'features/batches/': ['batches'],
  'features/groups/': ['groups'],
  'features/memberships/': ['student_batches', 'student_groups'],
  'features/students/': ['students'],
  'features/staff/': ['staff'],
  'features/tasks/': ['tasks', 'task_groups', 'task_submissions', 'submission_files', 'former_submission_files'],
  'features/library/': ['library_entries', 'library_uploads', 'library_downloads'],
  'features/attendance/': [
    'attendance_sessions',
    'attendance_submissions',
    'attendance_standings',
    'attendance_session_counts',
  ],
  'features/leaves/': ['leaves', 'leave_answers', 'leave_sessions', 'leave_files'],
  'features/reportings/': [
    'reporting_numbers',
    'reportings',
    'reporting_assignees',
    'reporting_entries',
    'reporting_files',
  ],
  'features/assessments/': ['assessments', 'assessment_results', 'assessment_counts'],
  'features/feedback/': [
    'feedback_surveys',
    'feedback_questions',
    'feedback_pool_questions',
    'feedback_responses',
    'feedback_participants',
    'feedback_send_keys',
    'feedback_anonymous_responses',
    'feedback_waiting_responses',
    'feedback_response_counts',
  ],
}
const OWNERS = new Map(Object.entries(OWNED).flatMap(([owner, tables]) => tables.map((table) => [table, owner])))

const BUILT = /\.(?:insertInto|updateTable|deleteFrom)\(\s*(?:'(\w+)|(\w))/g
const RAW = /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate(?:\s+table)?)\s+(\w+)/gi
const READ_RAW = /\b(?:from|join)\s+(\w+)/gi
const withoutComments = (text) => text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$|\s\/\/ .*$/gm, '')

/** Returns what a file of `server` does with tables that are not its own; `tables` are all there are. */
export function tableProblems(file, text, tables) {
  const code = withoutComments(text)
  const inFeature = file.startsWith('server/features/')
  const mayTouch = !inFeature || /(?:reads|writes)\.ts$/.test(file)
  const problems = []
  const written = [...code.matchAll(BUILT)].map(([, named]) => named)
  if (written.includes(undefined)) problems.push(`${file}: name the table that is written`)
  for (const [, table] of code.matchAll(RAW)) if (tables.includes(table)) written.push(table)
  for (const table of new Set(written.filter((one) => one !== undefined))) {
    const owner = OWNERS.get(table)
    if (!owner) problems.push(`${file}: say in scripts/table-owners.js who owns ${table}`)
    else if (!file.startsWith(`server/${owner}`)) problems.push(`${file}: only server/${owner} writes ${table}`)
  }
  const readsRaw = [...code.matchAll(/sql(?:<[^`;]*?>)?`[^`]*`/g)].some(([sql]) =>
    [...sql.matchAll(READ_RAW)].some(([, table]) => tables.includes(table)),
  )
  if (!mayTouch && (written.length > 0 || readsRaw || /\.selectFrom\(/.test(code)))
    problems.push(`${file}: only reads.ts and writes.ts touch tables`)
  return problems
}

/** The tables of the database, as its schema on record has them. */
export const tablesIn = (schema) => [...new Set([...schema.matchAll(/^(\w+)\.\w+ /gm)].map(([, table]) => table))]

/** Tables that nobody owns, and owners of tables that are not there. */
export const ownerProblems = (tables) => [
  ...tables.filter((table) => !OWNERS.has(table)).map((table) => `scripts/table-owners.js: nobody owns ${table}`),
  ...[...OWNERS.keys()]
    .filter((table) => !tables.includes(table))
    .map(
      (table) =>
        `scripts/table-owners.js: no table ${table} on record (npx vitest run server/db/schema.test.ts -u puts it there)`,
    ),
]
