import type { PoolQuestion } from '../../../shared/contract/feedback/question-pools.ts'
import { Checkbox } from '../../ui/choices.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { actionsColumn, RowActions } from '../../ui/RowActions.tsx'
import { Tag } from '../../ui/Tag.tsx'
import classes from './PoolTable.module.css'
import { typeLabel, usedText } from './rules.ts'

interface Props {
  questions: readonly PoolQuestion[]
  loading?: boolean
  /** Returns true for a chosen question. */
  has: (id: number) => boolean
  /** Returns true when the survey has such a question already; it may be added all the same. */
  isTaken: (question: PoolQuestion) => boolean
  /** True while the chosen questions are added. */
  disabled: boolean
  onToggle: (question: PoolQuestion) => void
  onAction: (action: string, question: PoolQuestion) => void
}

const questionKey = ({ id }: PoolQuestion) => id

export function PoolTable({ questions, loading = false, has, isTaken, disabled, onToggle, onAction }: Props) {
  const columns: Column<PoolQuestion>[] = [
    {
      header: 'Question',
      cell: (question) => (
        // All of it selects, so that a finger hits it.
        <label htmlFor={`select-${question.id}`} className={classes.question}>
          <Checkbox
            id={`select-${question.id}`}
            aria-label={`Select ${question.title}`}
            checked={has(question.id)}
            disabled={disabled}
            onChange={() => onToggle(question)}
          />
          <span className={classes.text}>
            <Text span fw={600} dir="auto" style={{ display: 'block' }}>
              {question.title}
            </Text>
            <Text span size="sm" c="dimmed" lineClamp={2} dir="auto">
              {question.question_text}
            </Text>
            {isTaken(question) && (
              <Text span size="sm">
                Already in this survey
              </Text>
            )}
          </span>
        </label>
      ),
    },
    {
      header: 'Type',
      cell: (question) => (
        <Group gap={4}>
          {typeLabel(question.question_type)}
          {question.is_required && <Tag word="Required" />}
          {!question.is_public && <Tag word="Not public" />}
        </Group>
      ),
    },
    { header: 'Used', cell: (question) => <span className={classes.used}>{usedText(question)}</span> },
    actionsColumn((question) => (
      <RowActions
        of={question.title}
        view
        edit={question.is_editable}
        remove={question.is_editable}
        onAction={(action) => onAction(action, question)}
      />
    )),
  ]
  return (
    <DataTable
      caption="Questions of the pool"
      columns={columns}
      rows={questions}
      rowKey={questionKey}
      loading={loading}
    />
  )
}
