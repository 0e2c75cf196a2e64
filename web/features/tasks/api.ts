import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { type Submission, submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import { call, callFile } from '../../core/call.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, useChange, useRefresh } from '../../core/queries.ts'
import { upload } from '../../core/upload.ts'
import { useUpload } from '../../core/uploading.ts'
import { choicesFor } from '../../parts/api.ts'
import type { FileUse } from '../../parts/FilesList.tsx'

const TASKS_PER_PAGE: PageSize = 50

export const tasksOfGroupQuery = (group_id: number | undefined, page: number) =>
  queryOf(tasks.listByGroup, { params: { group_id }, query: { page, per_page: TASKS_PER_PAGE } }, { sameBut: ['page'] })

export const taskQuery = (id: number) =>
  queryOf(tasks.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** The server shows a student only the own submission of a task. */
export const ownSubmissionQuery = (task_id: number) =>
  queryOf(
    submissions.listByTask,
    { params: { task_id } },
    { select: ({ data }) => data[0] ?? null, staleTime: sinceOpened },
  )

export const rosterQuery = (task_id: number) => everyOf(submissions.roster, { params: { task_id } })

/** What shows tasks, and counts them. */
const STALE = { stale: [tasks, dashboard] }

export const useRefreshTasks = () => useRefresh(STALE.stale)

/** Adds one task, or one for each name of a bulk payload. */
export const useCreateTasks = () => useChange(tasks.create, STALE)
export const useUpdateTask = () => useChange(tasks.update, STALE)
export const useDeleteTask = () => useChange(tasks.remove, STALE)

export interface Work {
  remarks: string
  files: readonly File[]
}

function workForm(fields: Record<string, string>, files: readonly File[]): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [index, file] of files.entries()) form.append(`files[${index}]`, file)
  return form
}

const OWN_WORK = [tasks, submissions]

export function useSubmitWork(taskId: number) {
  const refresh = useRefresh(OWN_WORK)
  const { send, ...sending } = useUpload()
  return {
    ...sending,
    save: ({ remarks, files }: Work, key: string) => {
      const form = workForm({ task_id: String(taskId), remarks }, files)
      // Also when it failed: an answer lost on the way back leaves the work handed in.
      return send((options) => upload(submissions.create, { params: {}, form, key, ...options })).finally(
        () => void refresh(),
      )
    },
  }
}

export function useResubmitWork(submissionId: number) {
  const refresh = useRefresh(OWN_WORK)
  const { send, ...sending } = useUpload()
  return {
    ...sending,
    save: ({ remarks, files, removed }: Work & { removed: readonly string[] }) => {
      const params = { id: submissionId }
      if (files.length + removed.length === 0)
        return call(submissions.update, { params, body: { remarks } }).finally(() => void refresh())
      const form = workForm({ remarks, remove_files: JSON.stringify(removed) }, files)
      return send((options) => upload(submissions.resubmit, { params, form, ...options })).finally(() => void refresh())
    },
  }
}

/** Saves grades and rereads single submissions, keeping the list that is open in step. */
export function useGrading(taskId: number) {
  const client = useQueryClient()
  return useMemo(() => {
    const { queryKey } = rosterQuery(taskId)

    async function keep(submission: Submission): Promise<Submission> {
      // A reread that is under way would bring the former marks back.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.submission?.id === submission.id ? { ...row, submission } : row)),
      )
      return submission
    }

    return {
      grade: async (id: number, body: BodyInput<typeof submissions.update>) =>
        keep((await call(submissions.update, { params: { id }, body })).data),
      reread: async (id: number) => keep((await call(submissions.read, { params: { id } })).data),
    }
  }, [client, taskId])
}
export type Grading = ReturnType<typeof useGrading>

/** Reads a file that was handed in. */
export const readFileOf =
  ({ id }: Pick<Submission, 'id'>) =>
  (use: FileUse, name: string): Promise<Blob> =>
    callFile(submissions[use], { params: { id, file_name: name } })

/** What the screen needs for its address. */
export const needs = needsOf((address) => {
  const { id, page, dialog, can } = address
  const reviewed = can('submissions:review') ? dialog('submissions') : undefined
  const mine = dialog('my-submission')
  const opened = dialog('view', 'edit', 'submit', 'submissions', 'my-submission')
  return [
    ...choicesFor(address),
    tasksOfGroupQuery(id('group_id'), page),
    opened !== undefined && taskQuery(opened),
    reviewed !== undefined && rosterQuery(reviewed),
    mine !== undefined && ownSubmissionQuery(mine),
  ]
})
