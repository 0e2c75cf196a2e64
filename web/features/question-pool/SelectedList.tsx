import { useRef } from 'react'
import { CloseButton } from '../../ui/CloseButton.tsx'
import { Text } from '../../ui/elements.tsx'
import classes from './SelectedList.module.css'
import type { useSelection } from './selection.ts'

interface Props extends Pick<ReturnType<typeof useSelection>, 'chosen'> {
  disabled: boolean
  onRemove: (question: Props['chosen'][number]) => void
}

/** Lists the chosen questions in the order that they get in the survey. */
export function SelectedList({ chosen, disabled, onRemove }: Props) {
  const list = useRef<HTMLOListElement>(null)

  function remove(index: number): void {
    const question = chosen[index]
    if (!question) return
    onRemove(question)
    // The button disappears with the question, so the focus goes to the next one, or the last.
    const next = Math.min(index, chosen.length - 2)
    requestAnimationFrame(() => list.current?.querySelectorAll('button')[next]?.focus())
  }

  return (
    <ol ref={list} className={classes.list} aria-label="Selected questions">
      {chosen.map((question, index) => (
        <li key={question.id} className={classes.question}>
          <Text size="sm" className={classes.title}>
            {index + 1}. <bdi>{question.title}</bdi>
          </Text>
          <CloseButton
            size={36}
            iconSize={16}
            disabled={disabled}
            aria-label={`Remove ${question.title} from the selection`}
            onClick={() => remove(index)}
          />
        </li>
      ))}
    </ol>
  )
}
