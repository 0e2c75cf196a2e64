import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { EligibilityRow } from '../../../shared/contract/eligibility.ts'
import type { NamedRef } from '../../../shared/contract/groups.ts'
import { CONDITIONS } from '../../../shared/labels.ts'
import type { Caller } from '../../core/caller.ts'
import { dayIn } from '../../core/clock.ts'
import { all, departmentOf, within } from '../../core/scope.ts'
import { contains } from '../../core/search.ts'
import { patiently } from '../../db/patience.ts'
import type { Db } from '../../db/types.ts'
import { pointsOf, weightsOf } from '../assessments/figures.reads.ts'
import { countsTowards } from '../logbook/counting.reads.ts'
import {
  heldUntil,
  inBatchOn,
  inGroupOn,
  isAskedOn,
  isPossibleOn,
  plannedOn,
  standsOn,
  tasksGivenOn,
} from './days.reads.ts'
import { asTold } from './exemptions.rules.ts'
import { type ConditionWord, type Facts, type HeldSet, type Judged, judge } from './rules.ts'
import { NEAR_DAYS } from './shares.rules.ts'

const every = (conditions: readonly RawBuilder<unknown>[]) =>
  sql<SqlBool>`${sql.join([sql`true`, ...conditions], sql` and `)}`

/** The departments whose conditions count: the chosen one, and for staff of a department the own. */
const departmentShown = (caller: Caller, { department_id }: Judged, column: string) =>
  every([
    within(caller, { department: column, student: all }),
    ...(department_id === undefined ? [] : [sql`${sql.ref(column)} = ${department_id}`]),
  ])

/**
 * Selects the active students: of the batch, else the one, else all with a group in the department. Students are shown
 * themselves alone.
 */
function chosenStudents(caller: Caller, { batch_id, student_id, department_id, q, day }: Judged) {
  const ofDepartment = sql`students.id in (select student_id from student_groups
    where department_id = ${department_id} and ${inGroupOn('student_groups', day)})`
  const who = every([
    ...(batch_id === undefined ? [] : [sql`link.batch_id = ${batch_id}`]),
    ...(student_id === undefined ? [] : [sql`students.id = ${student_id}`]),
    ...(batch_id === undefined && student_id === undefined && department_id !== undefined ? [ofDepartment] : []),
    ...(q === undefined ? [] : [contains(q, ['users.name_folded', 'students.roll_no'])]),
    within(caller, { department: all, student: ({ id }) => sql<SqlBool>`students.id = ${id}` }),
  ])
  return sql`select students.id as student_id, users.name, students.roll_no, batches.id as batch_id, batches.name as batch_name
    from student_batches link
    join students on students.id = link.student_id and students.status = 'active'
    join users on users.id = students.user_id
    join batches on batches.id = link.batch_id
    where ${inBatchOn('link', day, caller.zone)} and ${who}`
}

const today = ({ zone }: Caller, { day = dayIn(zone) }: Judged) => sql`${day}::date`
const isDue = (caller: Caller, of: Judged) => sql`coalesce(tasks.end_date < ${today(caller, of)}, false)`

/** True where any rule set asks for a condition that nothing asks for without one: else it need not be counted. */
const isAskedForBy = (condition: 'assessments' | 'tasks') =>
  sql<SqlBool>`exists (select from eligibility_rule_sets where ${sql.ref(condition)} is not null)`

/** Each condition's facts of the chosen students, by student and department. */
const FACTS: Record<ConditionWord, (caller: Caller, of: Judged) => RawBuilder<unknown>> = {
  // Plans are counted once for each group. A department of a group in which nothing was held is among them.
  attendance: (caller, of) => sql`
    select student_id, json_agg(json_build_object('department_id', department_id, 'present', coalesce(present, 0),
      'total', coalesce(total, 0), 'planned', coalesce(planned, 0))) as facts
    from (select chosen.student_id, held.department_id, held.present, held.present + held.absent + held.leave as total
        from chosen cross join lateral (${heldUntil(sql`chosen.student_id`, of.day)}) held
        where ${departmentShown(caller, of, 'held.department_id')}) standing
      full join (select linked.student_id, linked.department_id, plan.planned
        from linked left join plans plan on plan.group_id = linked.group_id) planned
      using (student_id, department_id)
    group by student_id`,

  logbook: (caller, of) => sql`
    select asked.student_id, json_agg(json_build_object('department_id', task.department_id,
      'required', task.required_count, 'counted', counts.counted, 'open', counts.open,
      'is_over', coalesce(task.end_date < ${today(caller, of)}, false),
      'is_near', coalesce(task.end_date < ${today(caller, of)} + ${NEAR_DAYS}::int, false))) as facts
    from (select distinct linked.student_id, given.task_id
        from linked join task_groups given on given.group_id = linked.group_id) asked
      join tasks task on task.id = asked.task_id and task.required_count is not null
        and ${isAskedOn('task', of.day, caller.zone)}
      join skills skill on skill.id = task.skill_id
      cross join lateral (${countsTowards(sql`asked.student_id`, of.day)}) counts
    group by asked.student_id`,

  // Weights are asked for once for each group, and results once for each assessment, of all its chosen students.
  assessments: () => sql`
    select linked.student_id, json_agg(json_build_object('department_id', linked.department_id,
      'points', coalesce(own.points, '[]'), 'out_of', weights.out_of,
      'missing', weights.out_of - coalesce(own.settled, 0), 'to_come', weights.to_come)) as facts
    from linked join weights using (group_id)
      left join (select members.group_id, sums.student_id, sum(sums.settled) as settled,
          json_agg(json_build_object('total_marks', sums.total_marks, 'products', sums.products)) as points
        from members cross join lateral (${pointsOf(sql`members.group_id`, sql`members.first`, sql`members.last`)}) sums
        group by members.group_id, sums.student_id) own using (group_id, student_id)
    where ${isAskedForBy('assessments')}
    group by linked.student_id`,

  // A requirement of the logbook is no work to hand in. Late work is handed in too, while its task is active.
  tasks: (caller, of) => sql`
    select student_id, json_agg(json_build_object('department_id', department_id, 'due', due, 'handed_in', handed_in,
      'possible', possible, 'later', later)) as facts
    from (select who.student_id, link.department_id,
        count(*) filter (where ${isDue(caller, of)})::int as due,
        count(*) filter (where ${isDue(caller, of)} and work.status = 'submitted')::int as handed_in,
        count(*) filter (where ${isDue(caller, of)} and ${isPossibleOn(of.day)})::int as possible,
        count(*) filter (where not ${isDue(caller, of)} and ${isPossibleOn(of.day)})::int as later
      from ${tasksGivenOn(of.day, caller.zone)}
        and tasks.required_count is null and ${departmentShown(caller, of, 'link.department_id')}
        and ${isAskedForBy('tasks')}
      group by who.student_id, link.department_id) work
    group by student_id`,
}

const NOTHING = sql`select null::int as student_id, null::json as facts where false`

interface Read {
  sets: HeldSet[]
  departments: NamedRef[]
  students: Facts[]
}

/**
 * Selects the rule sets, the names of departments and the facts of the chosen students, in one statement: whatever their
 * number, each index is asked by student, group or requirement. The facts are materialized, so that no plan counts them
 * anew for each student. Exemptions that have not been withdrawn come along.
 */
function selectFacts(caller: Caller, of: Judged) {
  const { conditions = CONDITIONS } = of
  const factsOf = (condition: ConditionWord) =>
    conditions.includes(condition) ? FACTS[condition](caller, of) : NOTHING
  const named = (table: string) => sql`case when ${sql.ref(`${table}.id`)} is null then null
    else json_build_object('id', ${sql.ref(`${table}.id`)}, 'name', ${sql.ref(`${table}.name`)}) end`
  const column = (condition: ConditionWord) =>
    sql`'${sql.raw(condition)}', coalesce(${sql.ref(`of_${condition}.facts`)}, '[]')`
  return sql<Read>`
    with chosen as materialized (${chosenStudents(caller, of)}),
    linked as materialized (select chosen.student_id, link.group_id, link.department_id
      from chosen cross join lateral (select group_id, department_id from student_groups
        where student_id = chosen.student_id and ${inGroupOn('student_groups', of.day)} offset 0) link
      where ${departmentShown(caller, of, 'link.department_id')}),
    members as materialized (select group_id, min(student_id) as first, max(student_id) as last
      from linked group by group_id),
    plans as materialized (select members.group_id, count(session.id)::int as planned from members
      cross join lateral (${plannedOn(sql`members.group_id`, of.day, caller.zone)}) session group by members.group_id),
    weights as materialized (select members.group_id, announced.out_of, announced.to_come
      from members cross join lateral (${weightsOf(sql`members.group_id`)}) announced),
    ${sql.join(CONDITIONS.map((condition) => sql`${sql.raw(`of_${condition}`)} as materialized (${factsOf(condition)})`))},
    exempted as materialized (select chosen.student_id, json_agg(json_build_object('id', given.id, 'student_id', given.student_id,
        'condition', given.condition, 'department', ${named('department')}, 'reason', given.reason,
        'granted_by', json_build_object('id', granter.id, 'name', granter.name),
        'granted_at', to_char(given.granted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        order by given.department_id nulls last) as facts
      from chosen join eligibility_exemptions given
        on given.student_id = chosen.student_id and ${standsOn(of.day, caller.zone)}
      join users granter on granter.id = given.granted_by
      left join departments department on department.id = given.department_id
      group by chosen.student_id)
    select (select coalesce(json_agg(json_build_object('id', rule.id, 'batch', ${named('batch')},
          'department', ${named('department')}, 'attendance', rule.attendance, 'logbook', rule.logbook,
          'assessments', rule.assessments, 'tasks', rule.tasks) order by rule.id), '[]')
        from eligibility_rule_sets rule left join batches batch on batch.id = rule.batch_id
        left join departments department on department.id = rule.department_id) as sets,
      (select coalesce(json_agg(json_build_object('id', id, 'name', name) order by name, id), '[]')
        from departments) as departments,
      (select coalesce(json_agg(json_build_object('student_id', chosen.student_id, 'name', chosen.name,
          'roll_no', chosen.roll_no, 'batch', json_build_object('id', chosen.batch_id, 'name', chosen.batch_name),
          ${sql.join(CONDITIONS.map(column))}, 'exemptions', coalesce(exempted.facts, '[]'))
          order by chosen.roll_no, chosen.student_id), '[]')
        from chosen
        ${sql.join(
          CONDITIONS.map((condition) => {
            const facts = sql.ref(`of_${condition}`)
            return sql`left join ${facts} on ${facts}.student_id = chosen.student_id`
          }),
          sql` `,
        )}
        left join exempted on exempted.student_id = chosen.student_id) as students`
}

/** True for one student, and for whoever sees the college: then somebody of whom nothing is asked is told of too. */
const isWhole = (caller: Caller, { student_id }: Judged) =>
  student_id !== undefined || departmentOf(caller) === undefined

/** Returns the chosen students with their verdicts, and the rule sets of the whole college by which they are judged. */
export async function readJudged(db: Db, caller: Caller, of: Judged, minimum: number) {
  const { rows } = await selectFacts(caller, of).execute(db)
  const { sets = [], departments = [], students = [] } = rows[0] ?? {}
  const judging = { sets, departments, minimum, conditions: of.conditions }
  const judged = students.map((student) => {
    const row = judge(student, judging)
    return { ...row, conditions: row.conditions.map((one) => asTold(caller, one)) }
  })
  return { rows: isWhole(caller, of) ? judged : judged.filter(({ conditions }) => conditions.length > 0), sets }
}

/**
 * Returns the chosen students by roll number, each with every condition and the verdict: what list, files, Today and the
 * year's turn are made of.
 */
export const readEligibility = async (...of: Parameters<typeof readJudged>): Promise<EligibilityRow[]> =>
  (await readJudged(...of)).rows

/** The same for a file, with minutes to do it. */
export const readEligibilityForExport = (...[db, ...of]: Parameters<typeof readEligibility>) =>
  patiently(db, (reader) => readEligibility(reader, ...of))
