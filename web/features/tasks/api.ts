import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { skills } from '../../../shared/contract/skills.ts'
import { submissionComments } from '../../../shared/contract/submission-comments.ts'
import { type Submission, submissions } from '../../../shared/contract/submissions.ts'
import { tasks } from '../../../shared/contract/tasks.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import type { PageSize } from '../../../shared/limits.ts'
import type { Address } from '../../core/address.ts'
import { call } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, everyOf, queryOf, refresh, useChange, useRecordChanges, useRefresh } from '../../core/queries.ts'
import { useUploadChange } from '../../core/uploading.ts'
import { choicesFor } from '../../parts/api.ts'
import type { ChosenFiles } from '../../parts/chosen-files.ts'
import type { FileUse } from '../../parts/FilesList.tsx'
import { ofOwnDepartment } from '../../parts/own-department.ts'
import { addressOf } from './rules.ts'

const TASKS_PER_PAGE: PageSize = 50

const tasksOfGroupQuery = (group_id: number | undefined, page: number) =>
  queryOf(tasks.listByGroup, { params: { group_id }, query: { page, per_page: TASKS_PER_PAGE } }, { sameBut: ['page'] })

type TaskFilter = ReturnType<typeof addressOf>

/** Reads the tasks of a group, or those with waiting work, of any group unless one is chosen. */
export function tasksQuery({ only, ...chosen }: TaskFilter, page: number) {
  if (only === undefined) return tasksOfGroupQuery(chosen.group_id, page)
  const query = { ...chosen, only, page, per_page: TASKS_PER_PAGE }
  return queryOf(tasks.list, { query }, { sameBut: ['page', 'department_id', 'group_id'] })
}

export const taskQuery = (id: number) =>
  queryOf(tasks.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

/** Reads the submission of a task: the server shows a student only the own one. */
export const ownSubmissionQuery = (task_id: number) =>
  queryOf(
    submissions.listByTask,
    { params: { task_id } },
    { select: ({ data }) => data[0] ?? null, staleTime: sinceOpened },
  )

export const rosterQuery = (task_id: number) => everyOf(submissions.roster, { params: { task_id } })

/** Contracts of everything that shows or counts tasks; a bulk task may make its skill. */
const STALE = { stale: [tasks, dashboard, skills] }

export const useRefreshTasks = () => useRefresh(STALE.stale)

/** A create adds a task, or one for each name of a bulk payload. */
export const useTaskChanges = () => useRecordChanges(tasks, STALE)

const OWN_WORK = { stale: [tasks, submissions] }

export const useSubmitWork = () => useUploadChange(submissions.create, OWN_WORK)

/** Changes the own work: as an upload, or as JSON when its files stay. */
export function useResubmitWork(id: number) {
  const changeRemarks = useChange(submissions.update, OWN_WORK)
  const { send, ...uploading } = useUploadChange(submissions.resubmit, OWN_WORK)
  const params = { id }
  return {
    uploading,
    save: (change: { remarks: string; updated_at: string }, { isDirty, added, removed }: ChosenFiles) =>
      isDirty
        ? send({ params, fields: { ...change, remove_files: JSON.stringify(removed) }, files: added })
        : changeRemarks({ params, body: change }),
  }
}

/** Saves grades and reads single submissions again, keeping the open list in step. */
export function useGrading(taskId: number) {
  const client = useQueryClient()
  return useMemo(() => {
    const { queryKey } = rosterQuery(taskId)

    async function keep(submission: Submission): Promise<Submission> {
      // A read under way would bring the former marks back.
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (rows) =>
        rows?.map((row) => (row.submission?.id === submission.id ? { ...row, submission } : row)),
      )
      return submission
    }

    return {
      grade: async (id: number, body: BodyInput<typeof submissions.update>) =>
        keep((await call(submissions.update, { params: { id }, body })).data),
      giveBack: async (id: number, body: BodyInput<typeof submissionComments.giveBack>) => {
        const { data } = await call(submissionComments.giveBack, { params: { id }, body })
        await refresh(client, [submissionComments])
        return keep(data)
      },
      reread: async (id: number) => keep((await call(submissions.read, { params: { id } })).data),
    }
  }, [client, taskId])
}
export type Grading = ReturnType<typeof useGrading>

/** Reads a file of a submission. */
export const readFileOf =
  ({ id }: Pick<Submission, 'id'>) =>
  (use: FileUse, name: string): Promise<Blob> =>
    callFile(submissions[use], { params: { id, file_name: name } })

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const { page, dialog, can } = address
  const listOf = (one: Address) => tasksQuery(addressOf(one), page)
  const reviewed = can('submissions:review') ? dialog('submissions') : undefined
  const mine = dialog('my-submission')
  const opened = dialog('view', 'edit', 'submit', 'submissions', 'my-submission')
  return [
    ...choicesFor(address),
    addressOf(address).only ? ofOwnDepartment(address).then(listOf) : listOf(address),
    opened !== undefined && taskQuery(opened),
    reviewed !== undefined && rosterQuery(reviewed),
    mine !== undefined && ownSubmissionQuery(mine),
  ]
})
