import { type Kysely, sql } from 'kysely'

/**
 * Assessments of a group and the results of their students; ten years are some five million results. Marks and weights
 * are exact numbers of two decimals. An assessment carries how many results it has and how many of them have marks, kept
 * by the database, so that long lists are counted over assessments and not over results.
 */
const statements = [
  `create table assessments (
    id integer generated always as identity primary key,
    department_id integer not null references departments,
    batch_id integer not null references batches,
    year text check (year in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year')),
    group_id integer not null references groups,
    type text not null check (type in ('theory', 'practical')),
    name text not null,
    detail text,
    weightage numeric(7, 2) check (weightage between 0 and 10000),
    total_marks numeric(7, 2) check (total_marks between 0 and 10000),
    passing_marks numeric(7, 2) check (passing_marks between 0 and 10000),
    status text not null default 'pending'
      check (status in ('pending', 'active', 'evaluated', 'approved', 'rejected', 'inactive')),
    created_by integer references users,
    result_count integer not null default 0,
    marked_count integer not null default 0,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    constraint assessments_passing_marks_total check (passing_marks <= coalesce(total_marks, 100)),
    foreign key (group_id, department_id) references groups (id, department_id),
    foreign key (group_id, batch_id) references groups (id, batch_id)
  )`,
  'create index assessments_group_id on assessments (group_id, id desc)',
  'create index assessments_department_id on assessments (department_id, id desc)',
  'create index assessments_batch_id on assessments (batch_id, department_id, id desc)',
  'create index assessments_created_by on assessments (created_by)',

  `create table assessment_results (
    id integer generated always as identity primary key,
    assessment_id integer not null references assessments,
    student_id integer not null references students,
    marks numeric(7, 2) check (marks between 0 and 10000),
    remarks text,
    status text not null default 'submitted' check (status in ('submitted')),
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (assessment_id, student_id)
  )`,
  'create index assessment_results_student_id on assessment_results (student_id, assessment_id desc)',

  `create function assessments_count_results() returns trigger language plpgsql as $$
    begin
      if tg_op = 'INSERT' then
        update assessments assessment set result_count = assessment.result_count + come.results,
          marked_count = assessment.marked_count + come.marked
        from (select assessment_id, count(*) as results, count(marks) as marked from added group by assessment_id) come
        where assessment.id = come.assessment_id;
      elsif tg_op = 'DELETE' then
        update assessments assessment set result_count = assessment.result_count - gone.results,
          marked_count = assessment.marked_count - gone.marked
        from (select assessment_id, count(*) as results, count(marks) as marked from removed group by assessment_id) gone
        where assessment.id = gone.assessment_id;
      else
        update assessments assessment set result_count = assessment.result_count + other.results,
          marked_count = assessment.marked_count + other.marked
        from (select assessment_id, sum(results) as results, sum(marked) as marked
          from (select assessment_id, count(*) as results, count(marks) as marked from added group by assessment_id
            union all select assessment_id, - count(*), - count(marks) from removed group by assessment_id) counted
          group by assessment_id) other
        where assessment.id = other.assessment_id and (other.results <> 0 or other.marked <> 0);
      end if;
      return null;
    end
  $$`,
  `create trigger assessment_results_added after insert on assessment_results
    referencing new table as added for each statement execute function assessments_count_results()`,
  `create trigger assessment_results_changed after update on assessment_results
    referencing old table as removed new table as added for each statement execute function assessments_count_results()`,
  `create trigger assessment_results_removed after delete on assessment_results
    referencing old table as removed for each statement execute function assessments_count_results()`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
