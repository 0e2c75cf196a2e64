import { queryOptions, skipToken } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accounts, type Credential } from '../../../shared/contract/accounts.ts'
import { batches } from '../../../shared/contract/batches.ts'
import { dashboard } from '../../../shared/contract/dashboard.ts'
import { groups } from '../../../shared/contract/groups.ts'
import { studentBatches } from '../../../shared/contract/student-batches.ts'
import { type NewStudent, type Student, students } from '../../../shared/contract/students.ts'
import { INITIAL_PASSWORDS_MAX, type PageSize } from '../../../shared/limits.ts'
import type { StudentsOnly } from '../../../shared/only.ts'
import { messageOf } from '../../core/api-error.ts'
import { call } from '../../core/call.ts'
import { callFile } from '../../core/call-file.ts'
import { everyPage } from '../../core/every-page.ts'
import { needsOf } from '../../core/needs.ts'
import { sinceOpened } from '../../core/opened.ts'
import { dataOf, keyOf, queryOf, sameBut, useChange } from '../../core/queries.ts'
import { batchChoicesQuery } from '../../core/start.ts'
import type { ReadExport, SheetFormat } from '../../parts/ExportPanel.tsx'
import { addressOf, type BatchChoice, WITHOUT_BATCH } from './rules.ts'

const STUDENTS_PER_PAGE: PageSize = 200

async function readStudents(
  batch: BatchChoice | undefined,
  query: { page: number; per_page: number; q?: string; only?: StudentsOnly | undefined },
  signal: AbortSignal,
) {
  if (batch === WITHOUT_BATCH || batch === undefined || query.only)
    return call(students.list, { query: { ...query, batch_id: batch }, signal })
  const { data, meta } = await call(studentBatches.listByBatch, { params: { batch_id: batch }, query, signal })
  return { data: data.map(({ student }) => student), meta }
}

export type StudentFilter = ReturnType<typeof addressOf>

/**
 * Reads the students of a batch, or incomplete ones of all batches. The former page or search stays until the next one
 * is there; another batch's rows do not.
 */
export const studentsQuery = ({ batch, only, q }: StudentFilter, page: number) => {
  const query = { page, per_page: STUDENTS_PER_PAGE, q, only }
  const queryKey = keyOf(students.list, { query: { ...query, batch_id: batch } }, 'choice')
  return queryOptions({
    queryKey,
    queryFn: batch === undefined && only === undefined ? skipToken : ({ signal }) => readStudents(batch, query, signal),
    placeholderData: sameBut(queryKey, 'q', 'page'),
  })
}

export const everyStudentQuery = (batch: BatchChoice) =>
  queryOptions({
    queryKey: keyOf(students.list, { query: { batch_id: batch } }, 'every choice'),
    queryFn: ({ signal }) => everyPage<Student>((query) => readStudents(batch, query, signal)),
    staleTime: sinceOpened,
  })

export const studentQuery = (id: number) =>
  queryOf(students.read, { params: { id } }, { select: dataOf, staleTime: sinceOpened })

export const exportStudents =
  ({ batch, only, q }: StudentFilter): ReadExport<SheetFormat> =>
  (format, signal, onReceived) =>
    callFile(students.export, { query: { batch_id: batch, only, q, format }, signal }, onReceived)

/** Contracts of every list and figure that shows or counts students. */
const EFFECTS = { stale: [students, batches, groups, dashboard] }

export const useStudentChanges = () => ({
  // Only the answer tells the password.
  create: useChange(students.create, { ...EFFECTS, atOnce: true }),
  update: useChange(students.update, EFFECTS),
  remove: useChange(students.remove, EFFECTS),
})

export const credentialOf = ({ user_id, name, user, roll_no, initial_password }: NewStudent): Credential => ({
  user_id,
  name,
  email: user.email,
  roll_no,
  ...(user.email === null && roll_no !== null ? { sign_in_name: roll_no } : {}),
  initial_password,
})

export const issueInitialPassword = async ({ user_id }: Student): Promise<Credential> =>
  (await call(accounts.initialPassword, { params: { id: user_id } })).data

/** Issues new initial passwords for many students, a few in a call, since each costs the server a slow hash. */
export function useIssuing() {
  const [issued, setIssued] = useState<readonly Credential[]>([])
  const [left, setLeft] = useState<readonly number[]>([])
  const [state, setState] = useState<'idle' | 'running' | 'stopping'>('idle')
  const [failure, setFailure] = useState<string>()
  const stopped = useRef(false)
  useEffect(
    () => () => {
      stopped.current = true
    },
    [],
  )

  async function issue(studentIds: readonly number[]): Promise<void> {
    stopped.current = false
    setState('running')
    setFailure(undefined)
    let rest = studentIds
    setLeft(rest)
    while (rest.length > 0 && !stopped.current) {
      const now = rest.slice(0, INITIAL_PASSWORDS_MAX)
      const later = rest.slice(INITIAL_PASSWORDS_MAX)
      try {
        const { data } = await call(students.initialPasswords, { body: { student_ids: now } })
        setIssued((before) => [...before, ...data])
        rest = later
      } catch (error) {
        setFailure(messageOf(error))
        stopped.current = true
        // A refused chunk goes to the end, so that the students after it still get their passwords.
        rest = [...later, ...now]
      }
      setLeft(rest)
    }
    setState('idle')
  }

  return {
    issued,
    left,
    state,
    failure,
    issue,
    /** Lets the call under way end: nobody would know the passwords that it sets. */
    stop: () => {
      stopped.current = true
      setState('stopping')
    },
  }
}

/** The queries to start when the screen's address is opened. */
export const needs = needsOf((address) => {
  const opened = address.can('students:write') ? address.dialog('edit') : undefined
  return [
    batchChoicesQuery,
    studentsQuery(addressOf(address), address.page),
    opened !== undefined && studentQuery(opened),
  ]
})
