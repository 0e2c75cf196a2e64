/** The kinds of background jobs, with the words that administrators read. */
export const JOB_NAMES = {
  'mail-reset': 'Mail: link for a forgotten password',
  'mail-password': 'Mail: a password was replaced',
  'mail-email': 'Mail: the email of an account was changed',
  'mail-two-step': 'Mail: the two-step sign-in was switched off',
  'mail-case': 'Mail: an incident case was assigned',
  'mail-reminder': 'Mail: reminder of a survey',
  logins: 'Remove ended logins',
  'sign-in-failures': 'Remove old failed sign-ins',
  devices: 'Forget devices that were not used for a year',
  'idempotency-keys': 'Remove old keys of repeated calls',
  'costly-calls': 'Remove old counts of exports and imports',
  'day-amounts': 'Remove counts of what people added on earlier days',
  'security-log': 'Remove old lines of the security log',
  trail: 'Remove old rows of the audit trail',
  library: 'Tidy the library: unused uploads, downloads',
  cases: 'Hand over incident cases of who has left',
  'withdrawn-cases': 'Remove withdrawn incident cases',
  files: 'Set aside files that no record names',
  troubles: 'Remove old lines of the status page',
  'finished-jobs': 'Remove finished jobs',
} as const
export type JobWord = keyof typeof JOB_NAMES
