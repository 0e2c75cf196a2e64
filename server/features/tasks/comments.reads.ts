import { sql } from 'kysely'
import type { SubmissionComment } from '../../../shared/contract/submission-comments.ts'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { type Listed, type Paging, readPage } from '../../core/paging.ts'
import type { Db } from '../../db/types.ts'

const selectComments = (db: Db) =>
  db
    .selectFrom('submission_comments as line')
    .innerJoin('users as author', 'author.id', 'line.author_id')
    .select([
      'line.id',
      'line.submission_id',
      'line.kind',
      'line.text',
      'line.created_at',
      'line.author_id',
      'author.name as author_name',
      sql<boolean>`exists (select from task_submissions work join students on students.id = work.student_id
        where work.id = line.submission_id and students.user_id = line.author_id)`.as('is_students'),
      sql<SubmissionComment['files']>`(select coalesce(json_agg(json_build_object('id', f.id, 'name', f.name,
        'size', f.size) order by f.id), '[]') from former_submission_files f where f.comment_id = line.id)`.as('files'),
    ])
    .orderBy('line.id')

type CommentRow = Awaited<ReturnType<ReturnType<typeof selectComments>['execute']>>[number]

const asTold = ({ author_id, author_name, submission_id: _, ...row }: CommentRow): SubmissionComment => ({
  ...row,
  author: { id: author_id, name: author_name },
})

/** Lists the thread of a submission that the caller was shown, oldest first. */
export async function listComments(
  db: Db,
  { id }: Pick<Submission, 'id'>,
  page: Paging,
): Promise<Listed<SubmissionComment>> {
  const listed = await readPage(selectComments(db).where('line.submission_id', '=', id), page)
  return { ...listed, data: listed.data.map(asTold) }
}

export const readComment = async (db: Db, id: number): Promise<SubmissionComment> =>
  asTold(await selectComments(db).where('line.id', '=', id).executeTakeFirstOrThrow())

/** Returns what is written on all work of a student, with the submission that each line is of. */
export const commentsOfStudent = async (db: Db, studentId: number) =>
  (
    await selectComments(db)
      .innerJoin('task_submissions', 'task_submissions.id', 'line.submission_id')
      .where('task_submissions.student_id', '=', studentId)
      .execute()
  ).map((row) => ({ submission_id: row.submission_id, ...asTold(row) }))

/** Counts what one person has written on a submission, and how often it was returned. */
export const countComments = (db: Db, submissionId: number, personId: number) =>
  db
    .selectFrom('submission_comments')
    .select([
      sql<number>`count(*) filter (where kind = 'comment' and author_id = ${personId})`.as('own'),
      sql<number>`count(*) filter (where kind = 'returned')`.as('returns'),
    ])
    .where('submission_id', '=', submissionId)
    .executeTakeFirstOrThrow()
