import { askedText, daysText, stateText } from '../../../shared/feedback/survey-texts.ts'
import { RESULTS_FROM } from '../../../shared/policies/feedback.ts'
import { factsOf, type PackPart } from '../../documents/packs/part.ts'
import { dayText } from '../../documents/pdf/maker.ts'
import { readParticipation } from './pack.reads.ts'
import { rateOf } from './rules.ts'

type Participation = Awaited<ReturnType<typeof readParticipation>>[number]

const COLUMNS = [
  'Survey',
  'Status',
  'Dates',
  'Asks',
  'Anonymous',
  'Students Asked',
  'Students Answered',
  'Response Rate %',
]

const NOTES = [
  'Counted over all students whom a survey asks, also those of other batches. Who has answered what is not told.',
  `Of an anonymous survey with fewer than ${RESULTS_FROM} answers it is not told how many there are.`,
]

/** Returns how many have answered and their share; of few in an anonymous survey neither. */
function answeredOf({ survey, asked, responded }: Participation) {
  if (survey.is_anonymous && responded < RESULTS_FROM) return { answered: `fewer than ${RESULTS_FROM}`, rate: null }
  return { answered: responded, rate: rateOf(responded, asked) }
}

/** The participation in surveys: how many were asked and have answered, and nobody's name. */
export const participationPack: PackPart = {
  folder: 'surveys',
  files: async ({ db, caller, of, maker: { college, timezone } }) => [
    {
      place: 'participation',
      title: 'Participation in surveys',
      read: async () => {
        const rows = (await readParticipation(db, caller, of)).map((one) => ({ ...one, ...answeredOf(one) }))
        return {
          report: {
            college,
            title: 'Participation in Surveys',
            date: dayText(timezone),
            facts: factsOf(of),
            parts: [
              {
                table: {
                  columns: [
                    { label: 'Survey', share: 0.28 },
                    { label: 'Dates', share: 0.2 },
                    { label: 'Asks', share: 0.2 },
                    { label: 'Anonymous', share: 0.1 },
                    { label: 'Asked', share: 0.07, toRight: true },
                    { label: 'Answered', share: 0.08, toRight: true },
                    { label: 'Rate', share: 0.07, toRight: true },
                  ],
                  rows: rows.map(({ survey, asked, answered, rate }) => [
                    survey.title,
                    daysText(survey),
                    askedText(survey),
                    survey.is_anonymous ? 'Yes' : 'No',
                    String(asked),
                    String(answered),
                    rate === null ? '—' : `${rate}%`,
                  ]),
                  empty: 'No survey asked students of this batch in this time',
                },
                notes: NOTES,
              },
            ],
          },
          sheet: {
            columns: COLUMNS,
            rows: rows.map(({ survey, asked, answered, rate }) => [
              survey.title,
              stateText(survey),
              daysText(survey),
              askedText(survey),
              survey.is_anonymous ? 'Yes' : 'No',
              asked,
              answered,
              rate,
            ]),
          },
        }
      },
    },
  ],
}
