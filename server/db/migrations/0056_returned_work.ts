import { type Kysely, sql } from 'kysely'

/**
 * Handed-in work may be returned for correction, and has a thread in which its student and its teachers write. A file
 * that was replaced in correction belongs to the line of the thread with which the work was sent again.
 */
const statements = [
  `alter table task_submissions
    drop constraint task_submissions_status_check,
    add constraint task_submissions_status_check check (status in ('submitted', 'returned')),
    add constraint task_submissions_returned_check check (status <> 'returned' or marks is null)`,
  `create table submission_comments (
    id integer generated always as identity primary key,
    submission_id integer not null references task_submissions on delete cascade,
    author_id integer not null references users,
    kind text not null check (kind in ('comment', 'returned', 'sent_again')),
    text text,
    created_at timestamptz(3) not null default now(),
    check ((kind = 'sent_again') = (text is null))
  )`,
  'create index submission_comments_submission_id on submission_comments (submission_id, id)',
  'create index submission_comments_author_id on submission_comments (author_id, submission_id)',
  // News are what came since somebody looked.
  `create index submission_comments_created_at on submission_comments (created_at) where kind = 'comment'`,
  'alter table former_submission_files add column comment_id integer references submission_comments on delete cascade',
  'create index former_submission_files_comment_id on former_submission_files (comment_id)',
  'alter table news_seen drop constraint news_seen_kind_check',
  `alter table news_seen add constraint news_seen_kind_check
    check (kind in ('new-marks', 'new-results', 'leave-answers', 'new-comments'))`,
]

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(db)
}
