import { useMediaQuery } from '@mantine/hooks'
import { queryOptions } from '@tanstack/react-query'
import { filesOf, type RosterRow, type Submission, submissions } from '../../../shared/contract/submissions.ts'
import { keyOf } from '../../core/queries.ts'
import { store } from '../../core/store.ts'
import { isShownInPlace } from '../../parts/shown-in-place.ts'
import { readFileOf } from './api.ts'

const KEY = 'work-beside'
/** Files of many students are looked at in turn: one that is not shown any more is soon dropped. */
const KEPT_MS = 5000

const beside = store(localStorage.getItem(KEY) === 'yes')

/** Returns whether the person wants the work beside the marks on this device. */
export const useBeside = () => beside.use()

/** Two columns need this much, and the browser its own viewer. */
const WIDE = '(min-width: 75em)'

/** Returns whether there is room for the work, and a viewer. */
export function useMayBeside(): boolean {
  const isWide = useMediaQuery(WIDE, false, { getInitialValueInEffect: false })
  return isWide && isShownInPlace('application/pdf')
}

/** Returns whether the work stands beside the marks now. */
export function useIsBeside(): boolean {
  const [isChosen, may] = [useBeside(), useMayBeside()]
  return isChosen && may
}

export function chooseBeside(is: boolean): void {
  if (is) localStorage.setItem(KEY, 'yes')
  else localStorage.removeItem(KEY)
  beside.set(is)
}

/** Reads a PDF of a submission, whose key has the content's own sum: a file that was replaced is another one. */
export const workQuery = (submission: Submission, { name, sha256 }: { name: string; sha256: string }) =>
  queryOptions({
    queryKey: keyOf(submissions.view, { params: { id: submission.id, file_name: name } }, sha256),
    queryFn: async () => new Blob([await readFileOf(submission)('view', name)], { type: 'application/pdf' }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: KEPT_MS,
  })

export interface Work {
  student: RosterRow['student']
  submission: Submission
  files: ReturnType<typeof filesOf>
}

/** Returns the handed-in work of these rows, in their order. */
export const worksOf = (rows: readonly RosterRow[]): Work[] =>
  rows.flatMap(({ student, submission }) => (submission ? [{ student, submission, files: filesOf(submission) }] : []))
