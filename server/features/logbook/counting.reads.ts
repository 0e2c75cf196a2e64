import { type RawBuilder, sql } from 'kysely'
import { LEVELS } from '../../../shared/labels.ts'

const RANKS = sql.lit(`{${LEVELS.join(',')}}`)

/** The place of a level among all of them, from 1. */
export const rankOf = (level: string) => sql<number>`array_position(${RANKS}::text[], ${sql.ref(level)})`

/** True when a signed entry was completed and no other has taken its place; `entry` and `skill` name the tables. */
export const isDone = sql`entry.status = 'signed' and entry.decision = 'completed' and not entry.is_corrected`

/** True when an entry is within the dates of the requirement `task`. */
const isInTime = sql`entry.performed_on >= coalesce(task.start_date, '-infinity')
  and entry.performed_on <= coalesce(task.end_date, 'infinity')`

/**
 * True when an entry counts but for its level (docs/domain.md, "Logbook"): signed as completed, with a patient unless
 * the skill allows simulation, within the dates of the requirement. `task` names the bulk task.
 */
const isCounted = sql`${isDone} and (entry.setting = 'patient' or skill.allows_simulation)
  and ${isInTime}`

/**
 * Selects how many performances of a student, up to a day if one is said, count towards a requirement, and how many wait for a signature or for a
 * correction; `open` are those of both that are within its dates. It reads one stretch of the index `log_entries_counting`, so it costs what this student has logged of this
 * skill, however many entries there are. `task` and `skill` name the tables.
 */
export const countsTowards = (student: RawBuilder<unknown>, until?: string) => sql`select
    (count(*) filter (where ${isCounted} and ${rankOf('entry.level')} >= ${rankOf('skill.level')})
      + least(count(*) filter (where ${isCounted} and entry.level = 'observed' and skill.level <> 'observed'),
        task.required_count * skill.observed_share / 100))::int as counted,
    count(*) filter (where entry.status = 'logged')::int as logged,
    count(*) filter (where entry.status = 'returned')::int as returned,
    count(*) filter (where entry.status in ('logged', 'returned') and ${isInTime})::int as open
  from log_entries entry
  where entry.student_id = ${student} and entry.department_id = task.department_id and entry.skill_id = task.skill_id
    ${until === undefined ? sql`` : sql`and entry.performed_on <= ${until}::date`}`

/** Selects the counts of a student for the table `tasks`, as JSON; null for a task without a number. */
export const countedForTask = (studentId: number) => sql<{ counted: number; logged: number } | null>`(
  select json_build_object('counted', counts.counted, 'logged', counts.logged)
  from tasks task join skills skill on skill.id = task.skill_id
  cross join lateral (${countsTowards(sql`${studentId}::integer`)}) counts
  where task.id = tasks.id and task.required_count is not null)`

/** True when the table `tasks` has a requirement that the student has not reached. */
export const isRequirementOpen = (studentId: number) => sql<boolean>`exists (
  select from tasks task join skills skill on skill.id = task.skill_id
  cross join lateral (${countsTowards(sql`${studentId}::integer`)}) counts
  where task.id = tasks.id and counts.counted < task.required_count)`
