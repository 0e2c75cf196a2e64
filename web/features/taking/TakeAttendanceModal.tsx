import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError, unreached } from '../../core/api-error.ts'
import { useIsFresh } from '../../core/fresh-record.ts'
import { RecordModal } from '../../ui/RecordModal.tsx'
import { keptTakingQuery, takingQuery } from './api.ts'
import { LostSessionModal } from './LostSessionModal.tsx'
import { RegisterModal } from './RegisterModal.tsx'
import { knownTo, namelessOf } from './register.rules.ts'
import { useHeld } from './taking.ts'

const LATE_MS = 1500

interface Props {
  id: number
  onClose: () => void
}

/** Opens a session's register: from the server, or from the device's copy. */
export function TakeAttendanceModal({ id, onClose }: Props) {
  const fresh = useQuery(takingQuery(id))
  const isFresh = useIsFresh(fresh)
  const last = useQuery(keptTakingQuery(id))
  const held = useHeld(id)
  const [late, setLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LATE_MS)
    return () => clearTimeout(timer)
  }, [])

  const now = isFresh && !fresh.isError ? fresh.data : undefined
  const mayBeOld = fresh.isError ? unreached(fresh.error) : late
  const known = now ?? (mayBeOld ? last.data?.taking : undefined)
  const { sent, given } = held
  if (given && fresh.error instanceof ApiError && fresh.error.status === 404)
    return (
      <LostSessionModal
        title="Take Attendance"
        thing={sent?.title}
        session={{ id, title: sent?.title ?? 'the session' }}
        why="This session was deleted, or is not yours to take any more."
        given={given}
        students={last.data?.taking.students ?? (sent ? knownTo(sent) : namelessOf(given))}
        onClose={onClose}
      />
    )

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
        <RegisterModal taking={taking} knownAt={now ? undefined : last.data?.at} held={held} onClose={onClose} />
      )}
    </RecordModal>
  )
}
