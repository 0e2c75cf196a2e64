import { type ReactNode, useState } from 'react'
import { type Freshness, useIsFresh } from '../core/fresh-record.ts'
import { RecordModal } from './RecordModal.tsx'

interface Opened<T> {
  /** `reload` reads the record again, and opens the form afresh over the answer. */
  children: (record: T, reload: () => Promise<void>) => ReactNode
}

interface Props<T> extends Opened<T> {
  title: string
  query: Freshness & { data: T | undefined; error: Error | null; refetch: () => unknown }
  failure?: string | undefined
  onClose: () => void
}

/**
 * A form over a record. What a list had read before may be older than what is stored, so the form starts from what the
 * server says now; a later answer moves neither what is typed nor its version.
 */
export function FreshRecordModal<T>({ query, children, ...rest }: Props<T>) {
  const { data, error, refetch } = query
  const isFresh = useIsFresh(query)
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

function Frozen<T>({ record: read, reload, children }: Opened<T> & { record: T; reload: () => Promise<void> }) {
  const [record] = useState(read)
  return children(record, reload)
}
