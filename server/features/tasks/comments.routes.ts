import { submissionComments } from '../../../shared/contract/submission-comments.ts'
import { found } from '../../core/errors.ts'
import { setAsideBefore } from '../../files/sending.ts'
import { fileRoutes } from '../../http/file-routes.ts'
import { type Call, routes } from '../../http/routes.ts'
import { listComments } from './comments.reads.ts'
import { giveBack, writeComment } from './comments.writes.ts'
import { readTask } from './reads.ts'
import { findFormerFile, lockSubmission, readSubmission } from './submissions.reads.ts'

export const commentRoutes = routes(submissionComments, {
  list: async ({ db, caller, params, page }) => listComments(db, await readSubmission(db, caller, params.id), page),

  create: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => writeComment(tx, caller, await lockSubmission(tx, caller, params.id), body.text)),
  }),

  giveBack: async ({ write, caller, params, body }) => ({
    data: await write(async (tx) => {
      const submission = await lockSubmission(tx, caller, params.id)
      return giveBack(tx, caller, submission, await readTask(tx, caller, submission.task_id), body)
    }),
  }),

  ...fileRoutes(async ({ db, caller, params }: Call<typeof submissionComments.view>) => {
    const submission = await readSubmission(db, caller, params.id)
    const file = found('File', await findFormerFile(db, submission.id, params.file_id, { isReturned: true }))
    if (file.is_set_aside) throw setAsideBefore(file.name)
    return { ...file, type: 'application/pdf' }
  }),
})
