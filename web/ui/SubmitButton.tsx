import { Button } from './buttons.tsx'
import { Loader } from './elements.tsx'

interface Props {
  /** The id of a form that the button is not inside of. */
  form?: string | undefined
  fullWidth?: boolean
  pending: boolean
  label: string
  pendingLabel: string
}

/** Says in words that it is busy, and can't be pressed twice. */
export function SubmitButton({ pending, label, pendingLabel, ...rest }: Props) {
  return (
    <Button
      {...rest}
      type="submit"
      disabled={pending}
      leftSection={pending && <Loader size={16} color="currentColor" aria-hidden />}
    >
      {pending ? pendingLabel : label}
    </Button>
  )
}
