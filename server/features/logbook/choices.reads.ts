import { sql } from 'kysely'
import type { LogChoices } from '../../../shared/contract/logbook.ts'
import type { Db } from '../../db/types.ts'
import { listSupervisors, readSkillsToLog } from './reads.ts'

/** The most places that are offered of a department. */
const PLACES = 12
/** A place of others is offered once so many students have had it signed: nobody tells others something by it. */
const STUDENTS_OF_PLACE = 3

interface DepartmentRow {
  id: number
  name: string
  places: string[]
  ward: string | null
  last: LogChoices['departments'][number]['last']
}

/** Returns the departments of the student's groups, with the places and the supervisor of the latest entries there. */
async function readDepartments(db: Db, studentId: number, today: string): Promise<DepartmentRow[]> {
  const { rows } = await sql<DepartmentRow>`
    select department.id, department.name,
      array(select place from (
          select place, 1 as source, max(id) as latest from log_entries own
            where own.student_id = ${studentId} and own.department_id = department.id and place is not null group by place
          union all
          select place, 2, max(id) from (select place, id, student_id from log_entries late
            where late.department_id = department.id and late.status = 'signed'
            order by performed_on desc, id desc limit 200) recent
            where place is not null group by place having count(distinct student_id) >= ${sql.lit(STUDENTS_OF_PLACE)}) found
        group by place order by min(source), max(latest) desc limit ${sql.lit(PLACES)}) as places,
      (select ward from postings join student_groups link on link.group_id = postings.group_id
        where link.student_id = ${studentId} and link.status = 'active' and postings.department_id = department.id
          and ${today}::date between greatest(postings.first_day, link.first_day) and postings.last_day
        order by postings.id limit 1) as ward,
      (select json_build_object('place', place, 'supervisor_id', supervisor_id) from log_entries own
        where own.student_id = ${studentId} and own.department_id = department.id
        order by performed_on desc, id desc limit 1) as last
    from departments department
    where department.id in (select department_id from student_groups where student_id = ${studentId})
    order by exists (select from student_groups link where link.student_id = ${studentId}
      and link.department_id = department.id and link.status = 'active') desc, department.name, department.id`.execute(
    db,
  )
  return rows
}

/** Reads the choices of the form in which a student logs. */
export async function readChoices(db: Db, studentId: number, today: string): Promise<Omit<LogChoices, 'earliest_day'>> {
  const departments = await readDepartments(db, studentId, today)
  const [supervisors, skills] = await Promise.all([
    listSupervisors(
      db,
      departments.map(({ id }) => id),
    ),
    readSkillsToLog(db, studentId),
  ])
  return {
    departments: departments.map((department) => ({
      ...department,
      // The ward of today comes first, also when nobody has logged there.
      places: [...new Set([department.ward ?? [], department.places].flat())],
      supervisors: supervisors
        .filter(({ department_id }) => department_id === department.id)
        .map(({ id, name, is_head }) => ({ id, name, is_head })),
    })),
    skills,
  }
}
