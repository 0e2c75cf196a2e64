import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { accounts, type Credential } from '../../../shared/contract/accounts.ts'
import { type Student, studentBatches, students } from '../../../shared/contract/students.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { INITIAL_PASSWORDS_MAX } from '../../../shared/limits.ts'
import { messageOf } from '../../core/api-error.ts'
import { call, callFile } from '../../core/call.ts'
import { everyPage } from '../../core/every-page.ts'
import type { SheetFormat } from '../../parts/ExportMenu.tsx'
import { type BatchChoice, WITHOUT_BATCH } from './rules.ts'

const STUDENTS = ['students']

const STUDENTS_PER_PAGE = 200

async function readStudents(
  batch: BatchChoice,
  query: { page: number; per_page: number; q?: string },
  signal: AbortSignal,
) {
  if (batch === WITHOUT_BATCH) return call(students.list, { query: { ...query, batch_id: batch }, signal })
  const { data, meta } = await call(studentBatches.listByBatch, { params: { batch_id: batch }, query, signal })
  return { data: data.map(({ student }) => student), meta }
}

export const studentsQuery = (batch: BatchChoice, q: string, page: number) =>
  queryOptions({
    queryKey: [...STUDENTS, 'list', batch, q, page],
    queryFn: ({ signal }) => readStudents(batch, { page, per_page: STUDENTS_PER_PAGE, q }, signal),
  })

export const everyStudentQuery = (batch: BatchChoice) =>
  queryOptions({
    queryKey: [...STUDENTS, 'every', batch],
    queryFn: ({ signal }) => everyPage<Student>((query) => readStudents(batch, query, signal)),
    staleTime: 0,
  })

export const studentQuery = (id: number) =>
  queryOptions({
    queryKey: [...STUDENTS, 'one', id],
    queryFn: async ({ signal }) => (await call(students.read, { params: { id }, signal })).data,
    staleTime: 0,
  })

export const exportStudents = (batch: BatchChoice, q: string, format: SheetFormat): Promise<Blob> =>
  callFile(students.export, { query: { batch_id: batch, q, format } })

/** What changes a student; every list and figure that counts students is read again. */
export function useStudentChanges() {
  const client = useQueryClient()
  const refresh = () =>
    Promise.all(
      [STUDENTS, ['batches', 'counts'], ['groups'], ['dashboard']].map((queryKey) =>
        client.invalidateQueries({ queryKey }),
      ),
    )
  return {
    create: async (body: BodyInput<typeof students.create>, key: string): Promise<Credential> => {
      const { user_id, name, user, roll_no, initial_password } = (await call(students.create, { body, key })).data
      void refresh()
      return { user_id, name, email: user.email, roll_no, initial_password }
    },
    update: async (id: number, body: BodyInput<typeof students.update>) => {
      await call(students.update, { params: { id }, body })
      void refresh()
    },
    remove: async ({ id }: Student) => {
      await call(students.remove, { params: { id } })
      await refresh()
    },
  }
}

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
        // One student who is refused must not keep those behind from their passwords.
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
    /** Lets the call under way end: the passwords that it sets would be known to nobody. */
    stop: () => {
      stopped.current = true
      setState('stopping')
    },
  }
}
