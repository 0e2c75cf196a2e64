import { Button } from '@mantine/core'
import { Prompt } from './Prompt.tsx'

interface Props {
  title: string
  /** What all of them are called. */
  of: string
  onShowAll: () => void
  isPart?: boolean
}

/** What stands where a list would be when nothing fits what is searched or chosen, with the way back to all. */
export const NothingFound = ({ title, of, onShowAll, isPart = false }: Props) => (
  <Prompt
    isPart={isPart}
    title={title}
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all {of}
      </Button>
    }
  />
)
