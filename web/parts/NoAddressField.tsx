import type { ComponentProps } from 'react'
import { Checkbox } from '../ui/choices.tsx'

interface Props extends ComponentProps<typeof Checkbox> {
  person: 'student' | 'staff'
}

const WAYS = { student: 'The student signs in by the number above.', staff: 'They sign in by their staff number.' }

/** Says below the field of a person’s email that there is none. */
export const NoAddressField = ({ person, ...props }: Props) => (
  <Checkbox label="No address yet" description={WAYS[person]} {...props} />
)
