import { useSortable } from '@dnd-kit/react/sortable'
import { ActionIcon } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { IconAction } from '../../ui/IconAction.tsx'
import classes from './SurveyQuestionRow.module.css'
import { SurveyQuestionRow } from './SurveyQuestionRow.tsx'

interface Props {
  question: SurveyQuestion
  /** Its place among so many, counted from 0. */
  index: number
  count: number
  onMove: (id: number, to: number) => void
  /** Its other buttons. */
  children: ReactNode
}

/** A question that is moved by its handle, or by a place with a button, which needs no drag. */
export function MovableQuestionRow({ question, index, count, onMove, children }: Props) {
  const { id, title } = question
  const { ref, handleRef, isDragSource, sortable } = useSortable({ id, index, data: { title, count } })
  return (
    <SurveyQuestionRow
      ref={ref}
      question={question}
      // Its place on the way, while any is dragged.
      number={sortable.index + 1}
      lifted={isDragSource}
      handle={
        <ActionIcon
          ref={handleRef}
          variant="subtle"
          color="gray"
          size="lg"
          className={classes.handle}
          aria-label={`Drag ${title}`}
          title={`Drag ${title}`}
        >
          <IconGripVertical size={18} aria-hidden />
        </ActionIcon>
      }
    >
      {index > 0 && <IconAction label={`Move ${title} up`} icon={IconArrowUp} onClick={() => onMove(id, index - 1)} />}
      {index < count - 1 && (
        <IconAction label={`Move ${title} down`} icon={IconArrowDown} onClick={() => onMove(id, index + 1)} />
      )}
      {children}
    </SurveyQuestionRow>
  )
}
