import { Button } from './buttons.tsx'
import { Prompt } from './Prompt.tsx'

interface Props {
  title: string
  /** The name of all the records. */
  of: string
  onShowAll: () => void
  isPart?: boolean
}

/** Stands in place of a list when nothing fits the search or filter, with a button that shows all. */
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
