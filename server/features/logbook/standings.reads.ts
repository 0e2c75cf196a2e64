import { sql } from 'kysely'
import type { GroupMatrix, SkillStanding } from '../../../shared/contract/logbook.ts'
import { LEVELS } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { within } from '../../core/scope.ts'
import type { Db } from '../../db/types.ts'
import { countsIn, onDay } from '../memberships/days.reads.ts'
import { postingOn } from '../postings/running.reads.ts'
import { countsTowards, isDone, rankOf } from './counting.reads.ts'

interface StandingRow
  extends Omit<
    SkillStanding,
    'skill' | 'department' | 'required' | 'counted' | 'level_reached' | 'ends_on' | 'ends_with_posting'
  > {
  id: number
  name: string
  code: string | null
  category: string | null
  level: SkillStanding['skill']['level']
  department_id: number
  department_name: string
  reached: number | null
}

/** The end of the open requirement that is the next to end: its own last day, else that of the posting. */
function nextEnd(requirements: SkillStanding['requirements'], today: string) {
  const ends = requirements.flatMap(({ end_date, posting_end, required, counted }) => {
    const day = end_date ?? posting_end
    return day !== null && day >= today && counted < required ? [{ day, isOfPosting: end_date === null }] : []
  })
  const next = ends.toSorted((one, other) => (one.day < other.day ? -1 : 1))[0]
  return { ends_on: next?.day ?? null, ends_with_posting: next?.isOfPosting ?? false }
}

function standingOf(row: StandingRow, today: string): SkillStanding {
  const { id, name, code, category, level, department_id, department_name, reached, ...counts } = row
  const { requirements } = counts
  const sum = (count: (one: SkillStanding['requirements'][number]) => number) =>
    requirements.reduce((total, one) => total + count(one), 0)
  return {
    ...counts,
    skill: { id, name, code, category, level },
    department: { id: department_id, name: department_name },
    required: requirements.length === 0 ? null : sum(({ required }) => required),
    counted: sum(({ required, counted }) => Math.min(required, counted)),
    level_reached: reached === null ? null : (LEVELS[reached - 1] ?? null),
    ...nextEnd(requirements, today),
  }
}

/**
 * Reads the standing of a student in each skill that is asked of the present groups, or that the student has logged.
 * Staff of a department are told of its skills alone.
 */
export async function readStandings(db: Db, caller: Caller, studentId: number): Promise<SkillStanding[]> {
  const student = sql`${studentId}::integer`
  const today = dayIn(caller.zone)
  const isShown = within(caller, { department: 'skill.department_id', student: ({ id }) => id === studentId })
  const { rows } = await sql<StandingRow>`
    with asked as (
      select distinct given.task_id, given.group_id from student_groups link join task_groups given on given.group_id = link.group_id
      where link.student_id = ${student} and link.status = 'active'),
    required as (
      select task.*, posting.last_day as posting_end from tasks task join asked on asked.task_id = task.id
        left join lateral (${postingOn(sql`asked.group_id`, today)}) posting on task.end_date is null
      where task.status = 'active' and task.required_count is not null),
    done as (
      select entry.skill_id,
        count(*) filter (where entry.status = 'logged')::int as logged,
        count(*) filter (where entry.status = 'signed' and not entry.is_corrected)::int as signed,
        count(*) filter (where entry.status = 'returned')::int as returned,
        max(${rankOf('entry.level')}) filter (where ${isDone}) as reached
      from log_entries entry where entry.student_id = ${student} and entry.status <> 'withdrawn' group by entry.skill_id)
    select skill.id, skill.name, skill.code, skill.category, skill.level, skill.department_id,
      department.name as department_name, coalesce(done.logged, 0) as logged, coalesce(done.signed, 0) as signed,
      coalesce(done.returned, 0) as returned, done.reached,
      coalesce((select json_agg(json_build_object('task_id', task.id, 'name', task.name,
          'required', task.required_count, 'counted', counts.counted,
          'start_date', task.start_date, 'end_date', task.end_date,
          'posting_end', task.posting_end) order by coalesce(task.end_date, task.posting_end) nulls last, task.id)
        from required task cross join lateral (${countsTowards(student)}) counts
        where task.skill_id = skill.id), '[]') as requirements
    from skills skill join departments department on department.id = skill.department_id
    left join done on done.skill_id = skill.id
    where (done.skill_id is not null or skill.id in (select skill_id from required)) and ${isShown}
    order by department.name, skill.department_id, skill.category nulls last, skill.name, skill.id`.execute(db)
  return rows.map((row) => standingOf(row, today))
}

interface MatrixRow {
  id: number
  name: string
  roll_no: string | null
  status: GroupMatrix['students'][number]['student']['status']
  cells: GroupMatrix['students'][number]['cells']
}

/** True of tasks that ask now; of a day, of those that had begun by then and were not at an end when they were set inactive. */
const asksOn = ({ zone }: Caller, day: string | undefined) =>
  day === undefined
    ? sql`task.status = 'active'`
    : sql`coalesce(task.start_date, (task.created_at at time zone ${zone})::date) <= ${day}::date
      and (task.status = 'active' or (task.status = 'inactive' and task.end_date >= ${day}::date))`

/** The requirements of a group, by their last day and name, as they are now or were on the day. */
async function readRequirements(
  db: Db,
  caller: Caller,
  groupId: number,
  day: string | undefined,
): Promise<GroupMatrix['skills']> {
  const today = day ?? dayIn(caller.zone)
  const { rows } = await sql<{
    task_id: number
    skill_id: number
    skill_name: string
    code: string | null
    name: string
    required: number
    start_date: string | null
    end_date: string | null
    posting_end: string | null
    is_half_over: boolean
  }>`select task.id as task_id, skill.id as skill_id, skill.name as skill_name, skill.code, task.name,
      task.required_count as required, task.start_date, task.end_date,
      posting.last_day as posting_end,
      coalesce(${today}::date - coalesce(task.start_date, posting.first_day)
        >= coalesce(task.end_date, posting.last_day) - ${today}::date, false) as is_half_over
    from task_groups given join tasks task on task.id = given.task_id join skills skill on skill.id = task.skill_id
    left join lateral (${postingOn(sql`given.group_id`, today)}) posting on task.end_date is null
    where given.group_id = ${groupId} and ${asksOn(caller, day)} and task.required_count is not null
    order by coalesce(task.end_date, posting.last_day) nulls last, skill.category nulls last, skill.name, task.id`.execute(
    db,
  )
  return rows.map(({ skill_id, skill_name, code, ...row }) => ({
    ...row,
    skill: { id: skill_id, name: skill_name, code },
  }))
}

/**
 * Reads the students of a group by its requirements: the present ones, or those of a day with what they had done by then.
 */
export async function readMatrix(
  db: Db,
  caller: Caller,
  groupId: number,
  day?: string,
): Promise<Omit<GroupMatrix, 'group'>> {
  const skills = await readRequirements(db, caller, groupId, day)
  const isMember = day === undefined ? sql`link.status = 'active'` : countsIn('link', onDay(day))
  const { rows } = await sql<MatrixRow>`
    select student.id, person.name, student.roll_no, student.status,
      coalesce(json_agg(json_build_object('task_id', task.id, 'counted', counts.counted, 'logged', counts.logged,
        'returned', counts.returned,
        'is_behind', task.id = any(${skills.filter(({ is_half_over }) => is_half_over).map(({ task_id }) => task_id)})
          and counts.counted * 2 < task.required_count)
        order by array_position(${skills.map(({ task_id }) => task_id)}::integer[], task.id))
        filter (where task.id is not null), '[]') as cells
    from student_groups link join students student on student.id = link.student_id
    join users person on person.id = student.user_id
    left join tasks task on task.id = any(${skills.map(({ task_id }) => task_id)}::integer[])
    left join skills skill on skill.id = task.skill_id
    left join lateral (${countsTowards(sql`student.id`, day)}) counts on true
    where link.group_id = ${groupId} and ${isMember}
    group by student.id, person.name, student.roll_no, student.status
    order by student.roll_no, student.id`.execute(db)
  return {
    skills,
    students: rows.map(({ cells, ...student }) => ({ student, cells })),
  }
}
