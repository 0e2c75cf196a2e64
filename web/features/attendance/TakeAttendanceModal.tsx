import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useBegun } from '../../core/offline-value.ts'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { keptTakingQuery, takingQuery, unreached } from './api.ts'
import { subjectOf } from './kept.rules.ts'
import { MarkStudentsModal } from './MarkStudentsModal.tsx'
import type { MarksBegun } from './marks.rules.ts'

const LATE_MS = 1500

interface Props {
  id: number
  onClose: () => void
}

/** The students of a session to mark: as the server says, or as this device last knew them. */
export function TakeAttendanceModal({ id, onClose }: Props) {
  const fresh = useQuery(takingQuery(id))
  const last = useQuery(keptTakingQuery(id))
  const begun = useBegun<MarksBegun>(subjectOf(id))
  const [late, setLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])

  const now = fresh.isFetchedAfterMount && !fresh.isError ? fresh.data : undefined
  const mayBeOld = fresh.isError ? unreached(fresh.error) : late
  const known = now ?? (mayBeOld ? last.data?.taking : undefined)
  return (
    <RecordModal
      title="Take Attendance"
      query={{
        data: known,
        error: last.isFetched ? fresh.error : null,
        refetch: fresh.refetch,
      }}
      onClose={onClose}
    >
      {(taking) => (
        <MarkStudentsModal taking={taking} knownAt={now ? undefined : last.data?.at} begun={begun} onClose={onClose} />
      )}
    </RecordModal>
  )
}
