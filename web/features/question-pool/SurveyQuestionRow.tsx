import type { ReactNode, Ref } from 'react'
import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import { Group, Paper, Text } from '../../ui/elements.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { typeLabel } from './rules.ts'
import classes from './SurveyQuestionRow.module.css'

interface Props {
  question: SurveyQuestion
  /** From 1. */
  number: number
  /** The handle for dragging. */
  handle?: ReactNode
  /** True while it is dragged. */
  lifted?: boolean
  ref?: Ref<HTMLLIElement>
  /** Its buttons. */
  children?: ReactNode
}

/** Shows a question of a survey in its place. */
export const SurveyQuestionRow = ({ question, number, handle, lifted = false, ref, children }: Props) => (
  <Paper ref={ref} component="li" withBorder p="sm" className={classes.question} data-lifted={lifted}>
    <div className={classes.head}>
      {handle}
      <Text fw={600} className={classes.number}>
        {number}.
      </Text>
      <div className={classes.text}>
        <Text fw={600} dir="auto">
          {question.title}
        </Text>
        <Text size="sm" c="dimmed" dir="auto">
          {question.question_text}
        </Text>
        <Group gap={4}>
          <Text size="sm">{typeLabel(question.question_type)}</Text>
          {question.is_required && <Tag word="Required" />}
        </Group>
      </div>
    </div>
    {children && (
      <Group gap="xs" justify="flex-end">
        {children}
      </Group>
    )}
  </Paper>
)
