import { useState } from 'react'
import { messageOf } from './api-error.ts'
import { confirm } from './confirm.ts'
import { toast } from './toasts.ts'

interface Removal<Row> {
  title: string
  question: string
  done: string
  remove: (row: Row) => Promise<unknown>
}

/** Asks, deletes, tells; `failure` says in place why something stays. */
export function useRemoval<Row>({ title, question, done, remove }: Removal<Row>) {
  const [failure, setFailure] = useState<string>()

  async function ask(row: Row): Promise<void> {
    if (!(await confirm({ title, message: question, confirmLabel: 'Delete', danger: true }))) return
    setFailure(undefined)
    try {
      await remove(row)
      toast.success(done)
    } catch (error) {
      setFailure(messageOf(error))
    }
  }

  return { failure, ask }
}
