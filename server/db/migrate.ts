import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { Migrator } from 'kysely/migration'
import pg from 'pg'
import * as foundation from './migrations/0001_foundation.ts'
import * as administration from './migrations/0002_administration.ts'
import * as attendance from './migrations/0003_attendance.ts'
import * as attendanceScale from './migrations/0004_attendance_scale.ts'
import * as marksDepartment from './migrations/0005_marks_department.ts'
import * as auditTime from './migrations/0006_audit_time.ts'
import * as formerFiles from './migrations/0007_former_files.ts'
import * as idempotencyKeys from './migrations/0008_idempotency_keys.ts'
import * as signInLimits from './migrations/0009_sign_in_limits.ts'
import * as auditSeals from './migrations/0010_audit_seals.ts'
import * as securityLog from './migrations/0011_security_log.ts'
import * as names from './migrations/0012_names.ts'
import * as replacedPasswords from './migrations/0013_replaced_passwords.ts'
import * as words from './migrations/0014_words.ts'
import * as sessionPlaces from './migrations/0015_session_places.ts'
import * as assessments from './migrations/0016_assessments.ts'
import * as library from './migrations/0017_library.ts'
import * as libraryTypes from './migrations/0018_library_types.ts'
import * as reportings from './migrations/0019_reportings.ts'
import * as feedback from './migrations/0020_feedback.ts'
import * as sealedResponses from './migrations/0021_sealed_responses.ts'
import * as surveyFollowUp from './migrations/0022_survey_follow_up.ts'
import * as surveyClosing from './migrations/0023_survey_closing.ts'
import * as today from './migrations/0024_today.ts'
import * as attendanceStandings from './migrations/0025_attendance_standings.ts'
import * as search from './migrations/0026_search.ts'
import * as calendar from './migrations/0027_calendar.ts'
import * as leaves from './migrations/0028_leaves.ts'
import * as backups from './migrations/0029_backups.ts'
import * as activeStudents from './migrations/0030_active_students.ts'
import * as costlyCalls from './migrations/0031_costly_calls.ts'
import * as ownLogins from './migrations/0032_own_logins.ts'
import * as secondFactor from './migrations/0033_second_factor.ts'
import * as providerLogins from './migrations/0034_provider_logins.ts'
import * as jobs from './migrations/0035_jobs.ts'
import * as troubles from './migrations/0036_troubles.ts'
import * as retention from './migrations/0037_retention.ts'
import * as counts from './migrations/0038_counts.ts'
import * as signInFailures from './migrations/0039_sign_in_failures.ts'
import * as removalGuards from './migrations/0040_removal_guards.ts'
import * as plannedSessions from './migrations/0041_planned_sessions.ts'
import * as resultsAtTheEnd from './migrations/0042_results_at_the_end.ts'
import * as folding from './migrations/0043_folding.ts'
import * as membershipDays from './migrations/0044_membership_days.ts'
import * as nightSessions from './migrations/0045_night_sessions.ts'
import * as bounds from './migrations/0047_bounds.ts'
import * as phoneDigits from './migrations/0048_phone_digits.ts'
import { withoutLimits } from './patience.ts'
import type { Db, Tx } from './types.ts'

/** In order of their names; a landed migration is never changed. */
const migrations = {
  '0001_foundation': foundation,
  '0002_administration': administration,
  '0003_attendance': attendance,
  '0004_attendance_scale': attendanceScale,
  '0005_marks_department': marksDepartment,
  '0006_audit_time': auditTime,
  '0007_former_files': formerFiles,
  '0008_idempotency_keys': idempotencyKeys,
  '0009_sign_in_limits': signInLimits,
  '0010_audit_seals': auditSeals,
  '0011_security_log': securityLog,
  '0012_names': names,
  '0013_replaced_passwords': replacedPasswords,
  '0014_words': words,
  '0015_session_places': sessionPlaces,
  '0016_assessments': assessments,
  '0017_library': library,
  '0018_library_types': libraryTypes,
  '0019_reportings': reportings,
  '0020_feedback': feedback,
  '0021_sealed_responses': sealedResponses,
  '0022_survey_follow_up': surveyFollowUp,
  '0023_survey_closing': surveyClosing,
  '0024_today': today,
  '0025_attendance_standings': attendanceStandings,
  '0026_search': search,
  '0027_calendar': calendar,
  '0028_leaves': leaves,
  '0029_backups': backups,
  '0030_active_students': activeStudents,
  '0031_costly_calls': costlyCalls,
  '0032_own_logins': ownLogins,
  '0033_second_factor': secondFactor,
  '0034_provider_logins': providerLogins,
  '0035_jobs': jobs,
  '0036_troubles': troubles,
  '0037_retention': retention,
  '0038_counts': counts,
  '0039_sign_in_failures': signInFailures,
  '0040_removal_guards': removalGuards,
  '0041_planned_sessions': plannedSessions,
  '0042_results_at_the_end': resultsAtTheEnd,
  '0043_folding': folding,
  '0044_membership_days': membershipDays,
  '0045_night_sessions': nightSessions,
  '0047_bounds': bounds,
  '0048_phone_digits': phoneDigits,
}

/** Every migration of this version. */
export const migrationNames: readonly string[] = Object.keys(migrations)

const migratorOf = (db: Db) => new Migrator({ db, provider: { getMigrations: async () => migrations } })

const UNDEFINED_TABLE = '42P01'

/**
 * Brings the database to this version's schema. Kysely's lock lets one of several starting processes do it.
 * @throws Error with one line for people when a newer version has been here; then nothing was written
 */
export async function migrate(db: Db): Promise<void> {
  const done = await migrationsIn(db)
  if (isDeepStrictEqual(done, migrationNames)) return
  const unknown = done.find((name) => !migrationNames.includes(name))
  if (unknown !== undefined)
    throw new Error(
      `the database is of a newer Clinical eLog, with the migration ${unknown}: start that version, or put a backup of before the upgrade back into an empty place (npm run restore). Nothing was changed`,
    )
  const { error } = await withoutLimits(db, (unlimited) => migratorOf(unlimited).migrateToLatest())
  if (error) throw error
}

/** Makes the schema as it was after this migration, or as it is today, in a transaction of the caller's. */
export async function migrateWithin(tx: Tx, last?: string): Promise<void> {
  const migrator = migratorOf(tx)
  const { error } = await (last === undefined ? migrator.migrateToLatest() : migrator.migrateTo(last))
  if (error) throw error
}

/** Which migrations have run. In one statement, where the migrator asks many, for the many starts that have nothing to do. */
async function migrationsIn(db: Db): Promise<string[]> {
  try {
    const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
    return rows.map(({ name }) => name)
  } catch (error) {
    if (error instanceof pg.DatabaseError && error.code === UNDEFINED_TABLE) return []
    throw error
  }
}
