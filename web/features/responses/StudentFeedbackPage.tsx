import { useCallbackRef } from '@mantine/hooks'
import { IconMessageCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { labelOf } from '../../../shared/labels.ts'
import { can } from '../../../shared/permissions.ts'
import { useRoles } from '../../core/login.ts'
import { useFilters, useModalUrl } from '../../core/url-state.ts'
import { FilterPanel } from '../../layout/FilterPanel.tsx'
import { ListState } from '../../layout/ListState.tsx'
import { Page } from '../../layout/Page.tsx'
import { MissingStudent, OwnStudent } from '../../parts/OwnStudent.tsx'
import { NothingFound } from '../../ui/NothingFound.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { Prompt } from '../../ui/Prompt.tsx'
import { SelectField, wordOptions } from '../../ui/SelectField.tsx'
import { ownSurveysQuery } from './api.ts'
import { ChangesPanel } from './ChangesPanel.tsx'
import { KeptAnswersPanel } from './KeptAnswersPanel.tsx'
import { MessagePanel } from './MessagePanel.tsx'
import { addressOf, NO_RECORD, SURVEY_FILTERS, type SurveyFilter } from './rules.ts'
import { LoadingSurveyCards, SurveyCards } from './SurveyCards.tsx'
import { SurveyModal } from './SurveyModal.tsx'

export { needs } from './api.ts'

const EMPTY: Record<SurveyFilter, string> = {
  active: 'No active surveys',
  completed: 'No completed surveys',
  pending: 'No pending surveys',
}

/** Clears the message about the last answers, which stays until the person goes on. */
const NO_MESSAGE = { message: undefined, type: undefined }

export function StudentFeedbackPage() {
  const answers = can(useRoles(), 'feedback-responses:submit')
  return <Page title="My Feedback Surveys">{answers ? <Surveys /> : <MissingStudent title={NO_RECORD} />}</Page>
}

/** Lists the student's surveys, with the message about the last answers. */
function Surveys() {
  const filters = useFilters()
  const { status } = addressOf(filters)
  const endMessage = useCallbackRef(() => {
    if (filters.text('message') !== '') filters.set(NO_MESSAGE, { staysInPlace: true })
  })
  return (
    <>
      <MessagePanel message={filters.text('message')} type={filters.text('type')} onEnd={endMessage} />
      <KeptAnswersPanel onChange={endMessage} />
      <OwnStudent missing={NO_RECORD}>
        {() => (
          <>
            <FilterPanel chosen={[{ label: 'Status', value: status && labelOf(status) }]}>
              <SelectField
                label="Status"
                blank="All surveys"
                options={wordOptions(SURVEY_FILTERS)}
                value={status}
                onChange={(event) => filters.choose({ ...NO_MESSAGE, status: event.currentTarget.value })}
              />
            </FilterPanel>
            <OwnSurveys
              status={status}
              page={filters.page}
              onPage={(page) => filters.set({ ...NO_MESSAGE, page: page === 1 ? undefined : page })}
              onShowAll={() => filters.choose({ ...NO_MESSAGE, status: undefined })}
            />
          </>
        )}
      </OwnStudent>
    </>
  )
}

interface OwnProps {
  status: SurveyFilter | ''
  page: number
  onPage: (page: number) => void
  onShowAll: () => void
}

function OwnSurveys({ status, page, onPage, onShowAll }: OwnProps) {
  const surveys = useQuery(ownSurveysQuery(status, page))
  const { modal, id, open, close } = useModalUrl()
  const empty = status ? (
    <NothingFound title={EMPTY[status]} of="surveys" onShowAll={onShowAll} />
  ) : (
    <Prompt
      icon={IconMessageCircle}
      title="No feedback surveys"
      text="Surveys that you are asked to answer are listed here."
    />
  )
  return (
    <>
      <ListState
        query={surveys}
        skeleton={<LoadingSurveyCards />}
        isEmpty={({ meta }) => meta.total === 0}
        empty={empty}
      >
        {({ data, meta }) => (
          <>
            <SurveyCards surveys={data} onView={({ id: opened }) => open('view', opened)} />
            <PagesRow meta={meta} onPage={onPage} />
          </>
        )}
      </ListState>
      {/* Below the cards, so that they stay in place. */}
      {surveys.data && <ChangesPanel />}
      {modal === 'view' && id !== undefined && <SurveyModal key={id} id={id} onClose={close} />}
    </>
  )
}
