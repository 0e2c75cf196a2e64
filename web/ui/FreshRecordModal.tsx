import { type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useIsFresh } from '../core/fresh-record.ts'
import { sinceOpened } from '../core/opened.ts'
import { RecordModal } from './RecordModal.tsx'

interface FormRecord<T> {
  /** `reload` reads the record again, and opens the form anew over the answer. */
  children: (record: T, reload: () => Promise<void>) => ReactNode
}

interface Props<T, Fetched, Key extends QueryKey> extends FormRecord<T> {
  title: string
  query: UseQueryOptions<Fetched, Error, T, Key>
  failure?: string | undefined
  onClose: () => void
}

/**
 * Opens a form over a record. A list's copy may be outdated, so the form starts from a fresh answer; later answers
 * change neither the typed text nor its version.
 */
export function FreshRecordModal<T, Fetched, Key extends QueryKey>(props: Props<T, Fetched, Key>) {
  const { query, children, ...rest } = props
  const found = useQuery({ ...query, staleTime: sinceOpened })
  const isFresh = useIsFresh(found)
  const { data, error, refetch } = found
  const [opening, setOpening] = useState(0)

  async function reload(): Promise<void> {
    await refetch()
    setOpening((count) => count + 1)
  }

  return (
    <RecordModal query={{ data: isFresh ? data : undefined, error, refetch }} {...rest}>
      {(record) => (
        <Frozen key={opening} record={record} reload={reload}>
          {children}
        </Frozen>
      )}
    </RecordModal>
  )
}

function Frozen<T>({ record: read, reload, children }: FormRecord<T> & { record: T; reload: () => Promise<void> }) {
  const [record] = useState(read)
  return children(record, reload)
}
