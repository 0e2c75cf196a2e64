import { Button } from './buttons.tsx'
import { Loader } from './elements.tsx'

interface Props {
  /** The id of a form that the button is not inside of. */
  form?: string | undefined
  fullWidth?: boolean
  pending: boolean
  /** Nothing can be sent now; the text beside it says why. */
  blocked?: boolean | undefined
  label: string
  pendingLabel: string
}

/** Says in words that it is busy, and can't be pressed twice. */
export function SubmitButton({ pending, blocked = false, label, pendingLabel, ...rest }: Props) {
  return (
    <Button
      {...rest}
      type="submit"
      disabled={pending || blocked}
      leftSection={pending && <Loader size={16} color="currentColor" aria-hidden />}
    >
      {pending ? pendingLabel : label}
    </Button>
  )
}
