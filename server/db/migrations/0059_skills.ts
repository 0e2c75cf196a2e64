import { type Kysely, sql } from 'kysely'

/**
 * Skills of departments; each bulk task asks for one. A bulk task of before gets the skill of its name. The frequency of
 * a bulk task is how often its skill is required, as far as it is a number.
 */
const statements = [
  `create table skills (
    id integer generated always as identity primary key,
    department_id integer not null references departments,
    name text collate "und-x-icu" not null check (name <> ''),
    name_folded text collate "C" not null generated always as (folded(name)) stored,
    code text,
    category text collate "und-x-icu",
    level text not null default 'supervised' check (level in ('observed', 'assisted', 'supervised', 'independent')),
    usual_count integer check (usual_count between 1 and 1000),
    usual_a_day integer check (usual_a_day between 1 and 100),
    allows_simulation boolean not null default false,
    observed_share integer not null default 0 check (observed_share between 0 and 100),
    year text check (year in ('1st Year', '2nd Year', '3rd Year', '4th Year', '5th Year')),
    description text,
    status text not null default 'active' check (status in ('active', 'inactive')),
    created_by integer references users,
    created_at timestamptz(3) not null default now(),
    updated_at timestamptz(3) not null default now(),
    unique (id, department_id)
  )`,
  'create unique index skills_name_key on skills (department_id, name_folded)',
  'create unique index skills_code_key on skills (department_id, upper(code)) where code is not null',
  'create index skills_name_begins on skills (name_folded)',
  'create index skills_department_id on skills (department_id, category, name, id)',
  'create index skills_category on skills (category)',
  'create index skills_year on skills (year)',
  'create index skills_created_by on skills (created_by)',
  `alter table tasks
    add column skill_id integer,
    add column required_count integer generated always as
      (case when task_type = 'bulk' and detail ~ '^[0-9]{1,6}$' then detail::integer end) stored`,
  `insert into skills (department_id, name, created_at)
    select distinct on (department_id, name_folded) department_id, name, created_at
    from tasks where task_type = 'bulk' order by department_id, name_folded, id`,
  `update tasks set skill_id = skills.id from skills
    where tasks.task_type = 'bulk' and skills.department_id = tasks.department_id
      and skills.name_folded = tasks.name_folded`,
  `alter table tasks
    add foreign key (skill_id, department_id) references skills (id, department_id),
    add constraint tasks_skill_check check ((task_type = 'bulk') = (skill_id is not null))`,
  'create index tasks_skill_id on tasks (skill_id)',
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
  const { rows } = await sql<{ schema: string }>`select nspname as schema from pg_opclass c
    join pg_namespace n on n.oid = c.opcnamespace where opcname = 'gin_trgm_ops'`.execute(db)
  const [trigrams] = rows
  if (trigrams)
    await sql`create index skills_name_contains on skills
      using gin (name_folded ${sql.id(trigrams.schema, 'gin_trgm_ops')})`.execute(db)
}
