import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { QuestionResult, SurveyResults } from '../../../shared/contract/feedback/results.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { type Answer, questionTypes } from '../../../shared/feedback/question-types.ts'
import { askedText, countedText, daysText, figureText, stateText } from '../../../shared/feedback/survey-texts.ts'
import { TEXT_MAX } from '../../../shared/limits.ts'
import { dayText, instantsIn, type Maker } from '../../documents/pdf/maker.ts'
import type { PdfReport } from '../../documents/pdf/report.ts'
import type { NamedLine, WrittenText } from './exports.reads.ts'

/** The department, batch or group that an export is of, by name. */
export interface PartNames {
  department: string | undefined
  batch: string | undefined
  group: string | undefined
}

/** Students who were asked and no longer are may have answered. */
function rateText({ response_rate, responded, asked }: SurveyResults): string {
  if (response_rate === null) return '—'
  return `${response_rate}%${responded > asked ? ', more than are asked now' : ''}`
}

const surveyFacts = (survey: FeedbackSurvey, results: SurveyResults, { department, batch, group }: PartNames) => {
  const { asked, responded, counted } = results
  const said = countedText(results)
  return [
    ['Survey', survey.title] as const,
    ['Status', stateText(survey)] as const,
    ['Dates', daysText(survey)] as const,
    ['Asks', askedText(survey)] as const,
    ...(department === undefined ? [] : [['Department', department] as const]),
    ...(batch === undefined ? [] : [['Batch', batch] as const]),
    ...(group === undefined ? [] : [['Group', group] as const]),
    ['Anonymous', survey.is_anonymous ? 'Yes' : 'No'] as const,
    ['Students Asked', String(asked)] as const,
    ['Students Answered', String(responded)] as const,
    ['Response Rate', rateText(results)] as const,
    ['Responses', String(counted)] as const,
    ...(said === undefined ? [] : [['Note', said] as const]),
  ]
}

const headingOf = ({ order, question_text }: Pick<SurveyQuestion, 'order' | 'question_text'>) =>
  `${order}. ${question_text}`

const cellsOf =
  (questions: readonly SurveyQuestion[]) =>
  (answers: Readonly<Record<string, Answer>>): (string | number | null)[] =>
    questions.map(({ id, question_type }) => {
      const answer = answers[id]
      return answer === undefined ? null : questionTypes[question_type].cell(answer)
    })

type Cells = readonly (string | number | null)[]

/** Rows that are made anew whenever they are gone through: all cells of a large survey at once would be too many. */
const rowsOf = <L>(lines: readonly L[], cells: (line: L) => Cells): Iterable<Cells> => ({
  *[Symbol.iterator]() {
    for (const line of lines) yield cells(line)
  },
})

export function namedSheet(questions: readonly SurveyQuestion[], lines: readonly NamedLine[], { timezone }: Maker) {
  const answered = cellsOf(questions)
  const instantText = instantsIn(timezone)
  return {
    columns: ['Student ID', 'Student Name', 'Roll Number', 'Submitted', ...questions.map(headingOf)],
    rows: rowsOf(lines, ({ student_id, name, roll_no, submitted_at, answers }) => [
      student_id,
      name,
      roll_no,
      instantText(submitted_at),
      ...answered(answers),
    ]),
  }
}

/** Neither person nor time. */
export function anonymousSheet(
  questions: readonly SurveyQuestion[],
  lines: readonly { answers: Readonly<Record<string, Answer>> }[],
) {
  const answered = cellsOf(questions)
  return { columns: questions.map(headingOf), rows: rowsOf(lines, ({ answers }) => answered(answers)) }
}

/** Returns the facts about the results, for a spreadsheet's second sheet. */
export const surveyAbout = (survey: FeedbackSurvey, results: SurveyResults, names: PartNames, maker: Maker) => [
  ['College', maker.college],
  ...surveyFacts(survey, results, names),
  ['Date', dayText(maker.timezone)],
]

/** The room that a document has for texts: the number of one question, and their characters. */
export interface Room {
  texts: number
  characters: number
}

/** A document is for reading. All texts are in the sheets. */
const DOCUMENT: Room = { texts: 1_000, characters: 300_000 }
const TEXTS_MAX = 100

/** The room that each of so many questions has, which is enough for the longest text. */
export const roomFor = (questions: number): Room => ({
  texts: Math.min(TEXTS_MAX, Math.ceil(DOCUMENT.texts / Math.max(1, questions))),
  characters: Math.max(TEXT_MAX, DOCUMENT.characters / Math.max(1, questions)),
})

/** The first ones that there is room for. */
function fittingOf(texts: readonly WrittenText[], { characters }: Room): WrittenText[] {
  let left = characters
  return texts.filter(({ answer }) => {
    left -= answer.length
    return left >= 0
  })
}

type DocumentPart = PdfReport['parts'][number]

function textsPart({ answered }: QuestionResult, texts: readonly WrittenText[], isAnonymous: boolean): DocumentPart {
  const columns = isAnonymous
    ? [{ label: 'Answer', share: 1 }]
    : [
        { label: 'Answer', share: 0.75 },
        { label: 'Student Name', share: 0.25 },
      ]
  const isShort = texts.length < answered
  return {
    table: { columns, rows: texts.map(({ answer, name }) => [answer, name ?? '']), empty: 'No answers' },
    notes: isShort ? [`${texts.length} of ${answered} answers. The CSV and XLSX files have all of them.`] : [],
  }
}

const barsPart = ({ bars }: QuestionResult): DocumentPart => ({
  isWhole: true,
  table: {
    columns: [
      { label: 'Answer', share: 0.4 },
      { label: 'Responses', share: 0.12, toRight: true },
      { label: 'Percent', share: 0.1, toRight: true },
      { label: '', share: 0.38, isBar: true },
    ],
    rows: bars.map(({ label, count, percent }) => [label, String(count), `${percent}%`, String(percent)]),
    empty: 'No answers',
  },
})

const figureFacts = ({ mean, median }: QuestionResult) => [
  ...(mean === null ? [] : [['Mean', figureText(mean)] as const]),
  ...(median === null ? [] : [['Median', figureText(median)] as const]),
]

interface Results {
  survey: FeedbackSurvey
  results: SurveyResults
  names: PartNames
  texts: readonly WrittenText[]
  room: Room
}

/** The results as they are printed: each question with its bars or its texts. */
export function resultsDocument(
  { survey, results, names, texts, room }: Results,
  { college, timezone }: Maker,
): PdfReport {
  const byQuestion = Map.groupBy(texts, (text) => Number(text.question_id))
  const shownOf = (question: QuestionResult) =>
    question.picture === 'texts'
      ? textsPart(question, fittingOf(byQuestion.get(question.id) ?? [], room), survey.is_anonymous)
      : barsPart(question)
  return {
    college,
    title: 'Survey Results',
    date: dayText(timezone),
    facts: surveyFacts(survey, results, names),
    foot: survey.title,
    parts: results.questions.map((question) => ({
      heading: headingOf(question),
      facts: [['Answered', String(question.answered)], ...figureFacts(question)],
      ...shownOf(question),
    })),
  }
}
