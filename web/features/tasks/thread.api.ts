import { useMemo } from 'react'
import { type SubmissionComment, submissionComments } from '../../../shared/contract/submission-comments.ts'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { callFile } from '../../core/call-file.ts'
import { draftKey } from '../../core/drafts.ts'
import { getLogin } from '../../core/login.ts'
import { everyOf, useChange } from '../../core/queries.ts'
import type { FileUse } from '../../parts/FilesList.tsx'

export const threadQuery = (id: number) => everyOf(submissionComments.list, { params: { id } })

const STALE = { stale: [submissionComments] }

export const useWriteComment = () => useChange(submissionComments.create, STALE)

/** Names the comment that is being typed on a submission. */
export const commentKey = (submissionId: number) => `comment:${submissionId}`

export const commentDraftKey = (submissionId: number) => draftKey(getLogin()?.user.id ?? 0, commentKey(submissionId))

/** Reads a file of the version that was returned, by its name among those of its line. */
export const useReturnedFiles = ({ id }: Pick<Submission, 'id'>, files: SubmissionComment['files']) =>
  useMemo(() => {
    const ids = new Map(files.map((file) => [file.name, file.id]))
    return (use: FileUse, name: string): Promise<Blob> =>
      callFile(submissionComments[use], { params: { id, file_id: ids.get(name) ?? 0 } })
  }, [id, files])
