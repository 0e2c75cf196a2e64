import { Skeleton, Stack, Text } from '@mantine/core'
import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuestionResult } from '../../../shared/contract/feedback/results.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { type Part, textsQuery } from './results.api.ts'
import classes from './TextAnswersPanel.module.css'

interface Props {
  surveyId: number
  question: QuestionResult
  /** How it is numbered among the questions. */
  number: number
  part: Part
  /** Whether it is open at first. */
  opens: boolean
}

/** What was written to a question; nothing is read while it is closed. */
export function TextAnswersPanel({ surveyId, question, number, part, opens }: Props) {
  const [opened, setOpened] = useState(opens)
  if (question.answered === 0) return null
  const { batch_id, group_id } = part
  return (
    <Disclosure
      title={`Answers to question ${number}`}
      icon={IconMessage}
      opened={opened}
      onToggle={() => setOpened(!opened)}
    >
      {/* Another part of the students begins with the first page. */}
      {opened && (
        <Texts key={`${batch_id} ${group_id}`} surveyId={surveyId} question={question} number={number} part={part} />
      )}
    </Disclosure>
  )
}

function Texts({ surveyId, question, number, part }: Omit<Props, 'opens'>) {
  const [{ q, page }, ask] = useState({ q: '', page: 1 })
  const texts = useQuery(textsQuery(surveyId, question.id, { ...part, q, page }))
  return (
    <Stack gap="sm">
      <div data-screen>
        <SearchField
          label={`Search the answers to question ${number}`}
          value={q}
          onChange={(typed) => ask({ q: typed, page: 1 })}
        />
      </div>
      <ListState
        query={texts}
        skeleton={<Skeleton height={120} />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={
          <Text size="sm" c="dimmed" role="status">
            No answers found matching your search
          </Text>
        }
      >
        {({ data, meta }) => (
          <>
            {q !== '' && (
              <Text size="sm" c="dimmed" role="status">
                {meta.total === 1 ? '1 answer found' : `${meta.total} answers found`}
              </Text>
            )}
            <ul className={classes.texts} aria-label={question.title}>
              {data.map(({ at, answer, student, submitted_at }) => (
                <li key={at} className={classes.text}>
                  <div dir="auto" className={classes.answer}>
                    {question.question_type === 'date' ? formatDay(answer) : answer}
                  </div>
                  {student && (
                    <Text size="sm" c="dimmed" component="div">
                      <PersonName name={student.name} />
                      {student.roll_no && ` · ${student.roll_no}`}
                      {submitted_at && ` · ${formatInstant(submitted_at)}`}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
            <PagesRow meta={meta} onPage={(next) => ask({ q, page: next })} of={`the answers to question ${number}`} />
          </>
        )}
      </ListState>
    </Stack>
  )
}
