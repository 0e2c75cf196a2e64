import { submissions } from '../../../shared/contract/submissions.ts'
import { workStateOf } from '../../../shared/policies/submissions.ts'
import { forbidden, found, invalid } from '../../core/errors.ts'
import { studentOf } from '../../core/scope.ts'
import { setAside } from '../../files/keeping.ts'
import { sendFile, setAsideBefore } from '../../files/sending.ts'
import { fileRoutes } from '../../http/file-routes.ts'
import { type Call, routes } from '../../http/routes.ts'
import { readGroup } from '../groups/reads.ts'
import { readStudent } from '../students/reads.ts'
import { findTask, readTask } from './reads.ts'
import { alreadySubmitted, isLate, refuseFixed, refuseNoFile, refuseReplacement, refuseUncorrected } from './rules.ts'
import {
  allFormerFiles,
  findFormerFile,
  hasSubmitted,
  listFiles,
  listFormerFiles,
  listRoster,
  listSubmissions,
  lockSubmission,
  readSubmission,
} from './submissions.reads.ts'
import {
  changeRemarks,
  createSubmission,
  deleteSubmission,
  gradeSubmission,
  replaceFiles,
} from './submissions.writes.ts'

function namesIn(text: string | undefined): string[] {
  if (text === undefined || text.trim() === '') return []
  try {
    const names: unknown = JSON.parse(text)
    if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names
  } catch {
    // Falls through to the refusal.
  }
  throw invalid({ remove_files: ['remove_files must be a JSON list of file names'] })
}

export const submissionRoutes = routes(submissions, {
  listByTask: async ({ db, caller, params, query, page }) => {
    const task = await readTask(db, caller, params.task_id)
    return listSubmissions(db, caller, { ...query, task_id: task.id }, page)
  },

  roster: async ({ db, caller, params, page }) => {
    const task = await readTask(db, caller, params.task_id)
    return listRoster(db, task.id, page)
  },

  listByStudent: async ({ db, caller, params, query, page }) => {
    const student = await readStudent(db, caller, params.student_id)
    return listSubmissions(db, caller, { ...query, student_id: student.id }, page)
  },

  listByStudentAndGroup: async ({ db, caller, params, query, page }) => {
    const student = await readStudent(db, caller, params.student_id)
    const group = await readGroup(db, caller, params.group_id)
    return listSubmissions(db, caller, { ...query, student_id: student.id, group_id: group.id }, page)
  },

  read: async ({ db, caller, params }) => ({ data: await readSubmission(db, caller, params.id) }),

  create: async ({ db, write, caller, receive }) => {
    const student = studentOf(caller)
    if (!student) throw forbidden('Only students submit work.')
    await using form = await receive()
    const { task_id, remarks } = form.fields
    const task = await findTask(db, caller, task_id)
    if (!task || workStateOf(null, task) !== 'awaited') throw invalid({ task_id: ['Task does not exist'] })
    // Refuses before a file is kept.
    refuseNoFile(form.files)
    if (await hasSubmitted(db, task.id, student.id)) throw alreadySubmitted()
    const late = isLate(task, new Date(), caller.zone)
    const data = await form.keep((files) =>
      write((tx) => createSubmission(tx, caller, student.id, task, { remarks, files, isLate: late })),
    )
    return { data }
  },

  update: async ({ write, caller, params, body }) => {
    const { remarks, updated_at } = body
    const data = await write(async (tx) => {
      const submission = await lockSubmission(tx, caller, params.id)
      if (!studentOf(caller)) {
        if (!caller.may('submissions:grade')) throw forbidden()
        return gradeSubmission(tx, caller, submission, body)
      }
      refuseFixed(submission, await readTask(tx, caller, submission.task_id))
      return changeRemarks(tx, caller, submission, { remarks, updated_at })
    })
    return { data }
  },

  resubmit: async ({ db, write, caller, params, receive }) => {
    if (!studentOf(caller)) throw forbidden('Only students submit work.')
    const present = await readSubmission(db, caller, params.id)
    await using form = await receive()
    const { remarks, remove_files, updated_at } = form.fields
    const removeFiles = namesIn(remove_files)
    // Refuses before a file is kept.
    refuseFixed(present, await readTask(db, caller, present.task_id))
    refuseUncorrected(present, form.files)
    refuseReplacement(await listFiles(db, present.id), await allFormerFiles(db, present.id), removeFiles, form.files)
    const data = await form.keep((files) =>
      write(async (tx) => {
        const held = await lockSubmission(tx, caller, params.id)
        const task = await readTask(tx, caller, held.task_id)
        refuseFixed(held, task)
        const late = isLate(task, new Date(), caller.zone)
        return replaceFiles(tx, caller, held, { remarks, files, removeFiles, isLate: late, updated_at })
      }),
    )
    return { data }
  },

  remove: async ({ write, afterCommit, caller, params, services, request }) => {
    const keys = await write(async (tx) => deleteSubmission(tx, caller, await lockSubmission(tx, caller, params.id)))
    afterCommit(() => setAside(services.files, keys, request.log))
    return { message: 'Submission deleted successfully' }
  },

  ...fileRoutes(async ({ db, caller, params }: Call<typeof submissions.view>) => {
    const submission = await readSubmission(db, caller, params.id)
    const files = await listFiles(db, submission.id)
    const file = files.find(({ name }) => name === params.file_name)
    return { ...found('File', file), type: 'application/pdf' }
  }),

  formerFiles: async ({ db, caller, params, page }) => {
    const submission = await readSubmission(db, caller, params.id)
    return listFormerFiles(db, submission.id, page)
  },

  downloadFormer: async ({ db, caller, params, services, reply }) => {
    const submission = await readSubmission(db, caller, params.id)
    const file = found('File', await findFormerFile(db, submission.id, params.file_id))
    if (file.is_set_aside) throw setAsideBefore(file.name)
    return sendFile(reply, services.files, { ...file, type: 'application/pdf' }, { disposition: 'attachment' })
  },
})
