/** Statements that make 6,000 students in 200 groups of 30, of 15 batches and 20 departments. */
export const STUDENTS_IN_GROUPS = [
  `insert into departments (name) select 'D' || n from generate_series(1, 20) n`,
  `insert into batches (name, current_year) select 'B' || n, '1st Year' from generate_series(1, 15) n`,
  `insert into groups (name, batch_id, department_id)
    select 'G' || n, 1 + n % 15, 1 + n % 20 from generate_series(1, 200) n`,
  `insert into users (name, email, password_hash) select 'S' || n, 's' || n || '@x.test', '-' from generate_series(1, 6000) n`,
  `insert into students (user_id, roll_no) select id, 'R' || id from users`,
  `insert into student_groups (student_id, group_id, department_id)
    select s.id, g.id, g.department_id from students s join groups g on g.id = 1 + s.id % 200`,
]
