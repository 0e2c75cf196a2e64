import { Button } from '@mantine/core'
import { Prompt } from './Prompt.tsx'

interface Props {
  title: string
  /** What all of them are called. */
  of: string
  onShowAll: () => void
}

/** What stands where a list would be when nothing fits what is searched or chosen, with the way back to all. */
export const NothingFound = ({ title, of, onShowAll }: Props) => (
  <Prompt
    title={title}
    action={
      <Button variant="default" onClick={onShowAll}>
        Show all {of}
      </Button>
    }
  />
)
