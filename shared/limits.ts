/** Sizes, patterns and fixed choices. */
export const API_TIMEOUT_MS = 10_000
export const PER_PAGE_DEFAULT = 100
export const PER_PAGE_MAX = 500
/** How many rows a page of a screen has. The database plans the first page of each of these sizes once. */
export const PAGE_SIZES = [10, 25, 48, 50, PER_PAGE_DEFAULT, 200, PER_PAGE_MAX] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** The largest id that the database's integer columns hold. */
export const ID_MAX = 2_147_483_647

export const LINE_MAX = 200
/** What is searched for over everything. */
export const SEARCH_MIN = 2
export const SEARCH_MAX = 100
export const EMAIL_MAX = 254
export const TEXT_MAX = 5_000
export const PASSWORD_MAX = 200
/** A code of an authenticator app, or a recovery code with whatever stands between its letters. */
export const CODE_MAX = 40

export const LOGIN_PASSWORD_MIN = 6
/** 8+ characters with upper, lower and digit. */
export const PASSWORD_PATTERN = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d).{8,}$/su

/** An optional +92 or 0, then ten digits. */
export const PHONE_PATTERN = /^(?:\+92|0)?\d{10}$/
/** With those of other countries, which a file may bring. */
export const STORED_PHONE_PATTERN = /^(?:(?:\+92|0)?\d{10}|\+(?!92)[1-9]\d{6,13})$/
/** MBBS- and five digits. */
export const ROLL_NUMBER_PATTERN = /^MBBS-\d{5}$/

export const YEARS = ['1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year'] as const

export const DEFAULT_TOTAL_MARKS = 100
export const MARKS_MAX = 10_000

export const SUBMISSION_FILE_MAX_BYTES = 10 * 1024 * 1024
export const SUBMISSION_FILES_MAX = 10
/** What a student may replace of one submission: it stays. */
export const FORMER_FILES_MAX = 50
export const FORMER_FILES_MAX_BYTES = 200 * 1024 * 1024
export const FILE_NAME_MAX = 200

export const LIBRARY_FILE_MAX_BYTES = 50 * 1024 * 1024
export const LIBRARY_TYPE_MAX = 100

export const EVIDENCE_FILE_MAX_BYTES = 10 * 1024 * 1024
/** Evidence of one entry. */
export const EVIDENCE_FILES_MAX = 10
/** Evidence of one case, and of one person in a day. */
export const CASE_EVIDENCE_FILES_MAX = 100
export const CASE_EVIDENCE_MAX_BYTES = 200 * 1024 * 1024
export const EVIDENCE_A_DAY_MAX_BYTES = 500 * 1024 * 1024
/** The most entries that people add to one case. Its state may change as often, and the case can always be ended. */
export const CASE_ENTRIES_MAX = 200
/** Cases that one person files in a day, an administrator in a day, and that a student has open. */
export const CASES_A_DAY = { most: 20, noun: 'reports', ofAdmin: 500 } as const
export const OPEN_CASES_OF_STUDENT_MAX = 10

/** Calls that make many rows of few words; mails and passwords that somebody else gets. */
export const LARGE_A_DAY_MAX = 200
export const REMINDERS_A_DAY_MAX = 100
export const INITIAL_PASSWORDS_A_DAY_MAX = 500
/** Bounds of one person in a day: additions of a kind that names no other number, changes in all, uploads in all. */
export const CALLS_A_DAY_MAX = 2_000
export const CHANGES_A_DAY_MAX = 10_000
export const UPLOADED_A_DAY_MAX_BYTES = 2 * 1024 * 1024 * 1024

/** Results of one bulk payload. */
export const RESULTS_MAX = 1_000

/** Rows of one Add Bulk Tasks payload. */
export const BULK_TASKS_MAX = 100
export const TASK_GROUPS_MAX = 100
/** Work that has waited so long for its marks is told to who oversees the college. */
export const UNGRADED_DAYS = 14
/** An assessment has no day of its own: it is expected to have results so long after it was made. */
export const RESULTS_EXPECTED_DAYS = 7

/** Questions of one survey. */
export const SURVEY_QUESTIONS_MAX = 200
/** A question of a survey, what it may be answered with, and its order. */
export const QUESTION_TEXT_MAX = 1_000
export const QUESTION_OPTIONS_MAX = 50
export const QUESTION_ORDER_MAX = 10_000
export const ANSWER_LINE_MAX = 500
export const WEB_ADDRESS_MAX = 2_000
export const RATING_MAX = 5

/** Students of one assignment to a group. */
export const GROUP_STUDENTS_MAX = 2_000

/** New initial passwords in one call: each costs a slow hash. */
export const INITIAL_PASSWORDS_MAX = 25

/** The holders of a role are counted up to here. */
export const ROLE_USERS_COUNTED = 1_000

export const IMPORT_ROWS_MAX = 5_000
export const IMPORT_FILE_MAX_BYTES = 5 * 1024 * 1024

/** Entries of one session. */
export const ATTENDANCE_ENTRIES_MAX = 1_000
export const MARK_REMARKS_MAX = 500
/** Sessions of one recurring action: every weekday of a year. */
export const RECURRING_SESSIONS_MAX = 260
/** How long a session lasts at the most: a night duty is shorter. */
export const SESSION_HOURS_MAX = 16

/** How far back and ahead leave can be asked for. */
export const LEAVE_BACK_DAYS = 30
export const LEAVE_AHEAD_DAYS = 180
/** Sessions, or departments, of one leave request. */
export const LEAVE_SESSIONS_MAX = 60
export const LEAVE_FILE_MAX_BYTES = 10 * 1024 * 1024
/** Leave requests of one student within thirty days. */
export const LEAVES_A_MONTH_MAX = 30
