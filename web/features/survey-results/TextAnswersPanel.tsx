import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { QuestionResult } from '../../../shared/contract/feedback/results.ts'
import { formatDay, formatInstant } from '../../core/formats.ts'
import { useFilters } from '../../core/url-state.ts'
import { ListState } from '../../layout/ListState.tsx'
import { StudentName } from '../../parts/StudentName.tsx'
import { Disclosure } from '../../ui/Disclosure.tsx'
import { Skeleton, Stack, Text } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { SearchField } from '../../ui/SearchField.tsx'
import { DOT } from '../../ui/texts.ts'
import { type Part, textsQuery } from './api.ts'
import { textsParams } from './rules.ts'
import classes from './TextAnswersPanel.module.css'

interface Props {
  surveyId: number
  question: QuestionResult
  /** The number of the question. */
  number: number
  part: Part
  /** True when it is open at first. */
  opens: boolean
}

/** Shows the texts written to a question; a closed panel reads nothing. */
export function TextAnswersPanel({ surveyId, question, number, part, opens }: Props) {
  const filters = useFilters()
  const { search, page } = textsParams(question.id)
  const isRead = filters.text(search) !== '' || filters.id(page) !== undefined
  const [opened, setOpened] = useState(opens || isRead)
  if (question.answered === 0) return null
  return (
    <Disclosure
      title={`Answers to question ${number}`}
      icon={IconMessage}
      opened={opened}
      onToggle={() => setOpened(!opened)}
    >
      {opened && <Texts surveyId={surveyId} question={question} number={number} part={part} />}
    </Disclosure>
  )
}

function Texts({ surveyId, question, number, part }: Omit<Props, 'opens'>) {
  const filters = useFilters()
  const names = textsParams(question.id)
  const [q, page] = [filters.text(names.search), filters.id(names.page) ?? 1]
  const ask = (asked: { q: string; page: number }) =>
    filters.set(
      { [names.search]: asked.q, [names.page]: asked.page === 1 ? undefined : asked.page },
      { staysInPlace: true },
    )
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
                      <StudentName student={student} />
                      {student.roll_no && `${DOT}${student.roll_no}`}
                      {submitted_at && `${DOT}${formatInstant(submitted_at)}`}
                    </Text>
                  )}
                </li>
              ))}
            </ul>
            {meta.total > data.length && (
              <Text size="sm" className={classes.onPaper}>
                These are {data.length} of {meta.total} answers. The CSV and XLSX files have all of them.
              </Text>
            )}
            <PagesRow meta={meta} onPage={(next) => ask({ q, page: next })} of={`the answers to question ${number}`} />
          </>
        )}
      </ListState>
    </Stack>
  )
}
