import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { messageOf } from './api-error.ts'
import { confirm } from './confirm.ts'
import { toast } from './toasts.ts'

interface Removal<Row> {
  title: string
  question: string
  done: string
  /** The record's own name, beside the question and beside the reason why it stays. */
  nameOf: (row: Row) => string
  /** Deletes it on the server. */
  remove: (input: { params: { id: number } }) => Promise<unknown>
}

/** Asks, deletes, tells; `failure` says in place what stays and why, until it is dismissed or the list is another. */
export function useRemoval<Row extends { id: number }>({ title, question, done, nameOf, remove }: Removal<Row>) {
  const [failure, setFailure] = useState<string>()
  const { search } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the address is the list that the failure belongs to
  useEffect(() => setFailure(undefined), [search])

  async function ask(row: Row): Promise<void> {
    const subject = nameOf(row)
    if (!(await confirm({ title, subject, message: question, confirmLabel: 'Delete', danger: true }))) return
    setFailure(undefined)
    try {
      await remove({ params: { id: row.id } })
      toast.success(done)
    } catch (error) {
      setFailure(`${subject}: ${messageOf(error)}`)
    }
  }

  return { failure, ask, dismiss: () => setFailure(undefined) }
}
