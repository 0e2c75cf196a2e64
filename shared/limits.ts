/** Sizes, patterns and fixed choices. */
export const API_TIMEOUT_MS = 10_000
/** As long as a proxy waits for an answer. */
export const LONG_API_TIMEOUT_MS = 150_000
export const PER_PAGE_DEFAULT = 100
export const PER_PAGE_MAX = 500
/** The sizes of a screen's page. The database plans the first page of each size once. */
export const PAGE_SIZES = [10, 25, 48, 50, PER_PAGE_DEFAULT, 200, PER_PAGE_MAX] as const
export type PageSize = (typeof PAGE_SIZES)[number]

/** The largest id that the database's integer columns hold. */
export const ID_MAX = 2_147_483_647

export const LINE_MAX = 200
/** The lengths of a search text over everything. */
export const SEARCH_MIN = 2
export const SEARCH_MAX = 100
export const EMAIL_MAX = 254
export const TEXT_MAX = 5_000
export const PASSWORD_MAX = 200
/** The longest code: a recovery code with separators between its letters. */
export const CODE_MAX = 40

export const LOGIN_PASSWORD_MIN = 6
/** At least 8 characters with upper case, lower case and digit. */
export const PASSWORD_PATTERN = /^(?=.*\p{Lu})(?=.*\p{Ll})(?=.*\d).{8,}$/su

/** An optional +92 or 0, then ten digits. */
export const PHONE_PATTERN = /^(?:\+92|0)?\d{10}$/
/** Also numbers of other countries, which a file may bring. */
export const STORED_PHONE_PATTERN = /^(?:(?:\+92|0)?\d{10}|\+(?!92)[1-9]\d{6,13})$/
/** MBBS- and five digits. */
export const ROLL_NUMBER_PATTERN = /^MBBS-\d{5}$/
/**
 * A number, with up to two letters before it, and in front of it more of these and short words, with a hyphen, slash or
 * full stop between them: 1042, E1042, FAC-0012, KMC/MED/2019-45. Few passwords and no sentences look like this.
 */
export const STAFF_NUMBER_PATTERN = /^(?=.{1,20}$)(?:(?:[A-Z]{0,2}\d+|[A-Z]{1,5})[-/.])*[A-Z]{0,2}\d+$/

/** The most days of one timetable. */
export const TIMETABLE_DAYS_MAX = 31

export const YEARS = ['1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year'] as const

export const DEFAULT_TOTAL_MARKS = 100
export const MARKS_MAX = 10_000
/** The lines of one rubric or checklist. */
export const CRITERIA_MAX = 40

export const SUBMISSION_FILE_MAX_BYTES = 10 * 1024 * 1024
export const SUBMISSION_FILES_MAX = 10
/** The most replaced files that a submission keeps. None of them is deleted, so they need a limit. */
export const FORMER_FILES_MAX = 50
export const FORMER_FILES_MAX_BYTES = 200 * 1024 * 1024
/** The longest comment on a submission, how many one person writes on it, and how often it is returned. */
export const COMMENT_MAX = 1_000
export const COMMENTS_OF_PERSON_MAX = 50
export const RETURNS_MAX = 20
export const FILE_NAME_MAX = 200

export const LIBRARY_FILE_MAX_BYTES = 50 * 1024 * 1024
export const LIBRARY_TYPE_MAX = 100

export const EVIDENCE_FILE_MAX_BYTES = 10 * 1024 * 1024
/** The most files of evidence in one entry. */
export const EVIDENCE_FILES_MAX = 10
/** The most files of evidence in one case, and of one person in a day. */
export const CASE_EVIDENCE_FILES_MAX = 100
export const CASE_EVIDENCE_MAX_BYTES = 200 * 1024 * 1024
export const EVIDENCE_A_DAY_MAX_BYTES = 500 * 1024 * 1024
/** The most entries that people add to one case. As many changes of its state are allowed, and ending it always is. */
export const CASE_ENTRIES_MAX = 200
/** The most cases that a person files in a day, that an administrator files in a day, and that a student has open. */
export const CASES_A_DAY = { most: 20, noun: 'reports', ofAdmin: 500 } as const
export const OPEN_CASES_OF_STUDENT_MAX = 10

/** The most in a day of calls that make many short rows, of reminders, and of new passwords. */
export const LARGE_A_DAY_MAX = 200
export const REMINDERS_A_DAY_MAX = 100
export const INITIAL_PASSWORDS_A_DAY_MAX = 500
export const EMAILS_A_DAY_MAX = 5
/** The most in a day per person: additions of a kind without a number of its own, all changes, all uploads. */
export const CALLS_A_DAY_MAX = 2_000
export const CHANGES_A_DAY_MAX = 10_000
export const UPLOADED_A_DAY_MAX_BYTES = 2 * 1024 * 1024 * 1024

/** The most results in a bulk payload. */
export const RESULTS_MAX = 1_000

/** The most rows in a payload of Add Bulk Tasks. */
export const BULK_TASKS_MAX = 100
export const TASK_GROUPS_MAX = 100
/** The days after which ungraded work is told to those who oversee the college. */
export const UNGRADED_DAYS = 14
/** The days after its creation in which an assessment, which has no day of its own, should get results. */
export const RESULTS_EXPECTED_DAYS = 7

/** The most questions in a survey. */
export const SURVEY_QUESTIONS_MAX = 200
/** The limits of questions and their answers. */
export const QUESTION_TEXT_MAX = 1_000
export const QUESTION_OPTIONS_MAX = 50
export const QUESTION_ORDER_MAX = 10_000
export const ANSWER_LINE_MAX = 500
export const WEB_ADDRESS_MAX = 2_000
export const RATING_MAX = 5

/** The most students in one assignment to a group. */
export const GROUP_STUDENTS_MAX = 2_000

/** The most new passwords in one call: each costs a slow hash. */
export const INITIAL_PASSWORDS_MAX = 25

/** The most holders of a role that are counted. */
export const ROLE_USERS_COUNTED = 1_000

export const IMPORT_ROWS_MAX = 5_000
/** A row of a file may have a mark in each of its columns. */
export const PAST_RECORDS_MAX = 5_000
/** Assessments or sessions that one file makes. */
export const PAST_MADE_MAX = 200
/** Files with past results or attendance that a person imports on one day. */
export const PAST_IMPORTS_A_DAY_MAX = 40
export const IMPORT_FILE_MAX_BYTES = 5 * 1024 * 1024

/** The most entries in a session. */
export const ATTENDANCE_ENTRIES_MAX = 1_000
export const MARK_REMARKS_MAX = 500
/** The most sessions of one recurring action: every weekday of a year. */
export const RECURRING_SESSIONS_MAX = 260
/** The most letters in one file: all of a college of five batches of 200. */
export const LETTERS_MAX = 1_000
/** The most hours of a session: a night duty is shorter. */
export const SESSION_HOURS_MAX = 16

/** The most own fields of students, and of staff; the options of one, their length, and the length of a value. */
export const OWN_FIELDS_MAX = 20
export const OWN_FIELD_OPTIONS_MAX = 50
export const OWN_OPTION_MAX = 100
export const OWN_VALUE_MAX = 200

/** The longest code and category of a skill, and its greatest usual counts. */
export const SKILL_CODE_MAX = 30
export const SKILL_CATEGORY_MAX = 100
export const SKILL_COUNT_MAX = 1_000
export const SKILL_A_DAY_MAX = 100
/** The most performances in one call, of one code, and of one student in a day. */
export const LOG_ENTRIES_MAX = 10
export const LOG_ENTRIES_A_DAY_MAX = 100
export const PLACE_MAX = 100
export const REFLECTION_MAX = 1_000
/** The most signed performances in one printed logbook. */
export const LOGBOOK_PRINTED_MAX = 5_000
/** The most performances that are signed in one call. */
export const SIGNED_AT_ONCE_MAX = 100
/** The days after which an unsigned performance is told to the head. */
export const SIGNED_LATE_DAYS = 14
/** The hours in which a signature can be taken back. */
export const UNSIGN_HOURS = 24
/**
 * The minutes for which a code stands, the days for which one is kept ahead, how many of these are made at once, and how
 * many of a student stand.
 */
export const CODE_MINUTES = 10
export const CODE_AHEAD_DAYS = 7
export const CODES_AHEAD_MAX = 5
export const CODES_STANDING_MAX = 15
/** The most wrong codes of a person in a quarter of an hour, and the most codes of a student in an hour. */
export const WRONG_CODES_MAX = 10
export const CODES_AN_HOUR_MAX = 60

/** The days back and ahead for which leave can be asked. */
export const LEAVE_BACK_DAYS = 30
export const LEAVE_AHEAD_DAYS = 180
/** The most sessions, or departments, in one leave request. */
export const LEAVE_SESSIONS_MAX = 60
export const LEAVE_FILE_MAX_BYTES = 10 * 1024 * 1024
/** The most leave requests of a student within thirty days. */
export const LEAVES_A_MONTH_MAX = 30

/** The most announcements of one person in a day. */
export const ANNOUNCEMENTS_A_DAY_MAX = 20
/** Everybody fetches it, many by telephone: larger ones are for the library. */
export const LOGO_MAX_BYTES = 512 * 1024
/** Pixels on either side. */
export const LOGO_MAX_SIDE = 2000
export const ANNOUNCEMENT_FILE_MAX_BYTES = 10 * 1024 * 1024

/** The longest reason of an exemption. */
export const EXEMPTION_REASON_MAX = 500

/** An import can be undone for so many days. */
export const IMPORT_UNDO_DAYS = 14
/** The most students who are held back in one year's turn, and the days in which it can be undone. */
export const HELD_BACK_MAX = 500
export const TURN_UNDO_DAYS = 14

/** The most people who sign a document, and the longest of their names and titles. */
export const SIGNATORIES_MAX = 4
export const SIGNATORY_MAX = 80

/** The most documents that one person issues in a day: a batch, and some. */
export const DOCUMENTS_A_DAY_MAX = 300
/** The most lists of eligibility that one person freezes in a day. */
export const LISTS_A_DAY_MAX = 50
export const LIST_TITLE_MAX = 120
export const WITHDRAWAL_REASON_MAX = 300

/** The longest time of an inspection pack in days: the years of a batch, and some. */
export const PACK_DAYS_MAX = 2_200
/** Inspection packs that are kept at once, that one person asks for in a day, and the days for which each is kept. */
export const PACKS_KEPT_MAX = 10
export const PACKS_A_DAY_MAX = 20
export const PACK_KEPT_DAYS = 14
/** The most files of one inspection pack, and its greatest size, which every ZIP program opens. */
export const PACK_FILES_MAX = 10_000
export const PACK_MAX_BYTES = 2 * 1024 ** 3

/** The most days of a posting, and what one rotation takes: groups, departments, and weeks in each. */
export const POSTING_DAYS_MAX = 366
export const ROTATION_GROUPS_MAX = 30
export const ROTATION_DEPARTMENTS_MAX = 20
export const ROTATION_WEEKS_MAX = 26
