import { IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Student } from '../../shared/contract/students.ts'
import { useLogin } from '../core/login.ts'
import { ownStudentQuery } from '../core/start.ts'
import { ListState } from '../layout/ListState.tsx'
import { Skeleton } from '../ui/elements.tsx'
import { Problem } from '../ui/Problem.tsx'
import { Prompt } from '../ui/Prompt.tsx'

export const LoadingRecord = () => <Skeleton height={240} role="status" aria-label="Loading" />

/** Stands in place of a missing student record. */
export const MissingStudent = ({ title }: { title: string }) => (
  <Prompt
    icon={IconUserOff}
    title={title}
    text="No student record belongs to your account. Please contact the administrator."
  />
)

/** Stands in place of the page when the kept login does not tell its owner. */
export const MissingUser = () => <Problem text="User ID not found" />

interface Props {
  /** The text for a missing record. */
  missing?: string
  children: (student: Student) => ReactNode
}

/** Loads the student's own record and shows its children with it. */
export function OwnStudent({ missing = 'Student record not found', children }: Props) {
  const userId = useLogin()?.user.id
  const student = useQuery({ ...ownStudentQuery(userId ?? 0), enabled: userId !== undefined })
  if (userId === undefined) return <MissingUser />
  return (
    <ListState
      query={student}
      skeleton={<LoadingRecord />}
      isEmpty={(found) => found === null}
      empty={<MissingStudent title={missing} />}
    >
      {(found) => found && children(found)}
    </ListState>
  )
}
