import { useSortable } from '@dnd-kit/react/sortable'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { useMoveButtons } from '../../parts/moved-row.ts'
import { ActionIcon } from '../../ui/buttons.tsx'
import { IconAction } from '../../ui/IconAction.tsx'
import classes from './SurveyQuestionRow.module.css'
import { SurveyQuestionRow } from './SurveyQuestionRow.tsx'

interface Props {
  question: SurveyQuestion
  /** The question's name in its buttons. */
  name: string
  /** The place in the list, counted from 0. */
  index: number
  count: number
  /** True for the question that was moved last. */
  isMoved: boolean
  onMove: (id: number, to: number) => void
  /** The other buttons. */
  children: ReactNode
}

/** Shows a question that is moved by its handle, or by a button with a place, which needs no drag. */
export function MovableQuestionRow({ question, name, index, count, isMoved, onMove, children }: Props) {
  const { id, title } = question
  const { ref, handleRef, isDragSource, sortable } = useSortable({ id, index, data: { title, count } })
  const { up, down } = useMoveButtons(isMoved, index)
  return (
    <SurveyQuestionRow
      ref={ref}
      question={question}
      // Shows the place on the way, while any question is dragged.
      number={sortable.index + 1}
      lifted={isDragSource}
      handle={
        <ActionIcon
          ref={handleRef}
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.handle}
          aria-label={`Drag ${name}`}
          title={`Drag ${name}`}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {index > 0 && (
        <IconAction ref={up} label={`Move ${name} up`} icon={IconArrowUp} onClick={() => onMove(id, index - 1)} />
      )}
      {index < count - 1 && (
        <IconAction ref={down} label={`Move ${name} down`} icon={IconArrowDown} onClick={() => onMove(id, index + 1)} />
      )}
      {children}
    </SurveyQuestionRow>
  )
}
