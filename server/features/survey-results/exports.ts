import type { SurveyQuestion } from '../../../shared/contract/feedback/questions.ts'
import type { feedbackResults } from '../../../shared/contract/feedback/results.ts'
import { questionTypes } from '../../../shared/feedback/question-types.ts'
import { dayIn } from '../../core/clock.ts'
import { conflict } from '../../core/errors.ts'
import { recordExport } from '../../core/exports.ts'
import { type Maker, makerOf } from '../../documents/pdf/maker.ts'
import { sendPdf } from '../../documents/pdf/pdf.ts'
import { sendSheet } from '../../documents/sheets/sheets.ts'
import type { Call } from '../../http/routes.ts'
import type { SurveyRecord } from '../surveys/reads.ts'
import { anonymousSheet, namedSheet, type PartNames, resultsDocument, roomFor, surveyAbout } from './documents.ts'
import { readAnonymousLines, readFirstTexts, readNamedLines } from './exports.reads.ts'
import { readResults } from './reads.ts'
import type { Part } from './rules.ts'

type Exporting = Call<typeof feedbackResults.export>

interface ExportSource {
  survey: SurveyRecord
  questions: readonly SurveyQuestion[]
  part: Part
  names: PartNames
}

/** Sends the responses of a survey as a sheet, or its results as a document. @throws 409 for what has no results yet */
export async function sendResponses(call: Exporting, asked: ExportSource) {
  const { db, query, services, reply } = call
  const { survey, questions, part, names } = asked
  const { format } = query
  const results = await readResults(db, survey, questions, part)
  if (results.notice !== null) throw conflict(results.notice)
  const maker = makerOf(services)
  const file = { name: `survey-${survey.id}`, day: dayIn(maker.timezone) }
  const told = { what: 'survey responses', format, filters: query, id: survey.id }
  if (format === 'pdf') {
    const questionIds = questions
      .filter(({ question_type }) => questionTypes[question_type].picture === 'texts')
      .map(({ id }) => id)
    const room = roomFor(questionIds.length)
    const texts = await readFirstTexts(db, survey, { part, questionIds, most: room.texts })
    await recordExport(call, { ...told, rows: results.counted })
    return sendPdf(reply, maker, { ...file, report: resultsDocument({ survey, results, names, texts, room }, maker) })
  }
  const second = { name: 'About', rows: surveyAbout(survey, results, names, maker) }
  const { count, ...sheet } = await sheetOf(call, asked, maker)
  await recordExport(call, { ...told, rows: count })
  return sendSheet(reply, { ...file, title: 'Responses', ...sheet, second }, format)
}

async function sheetOf({ db }: Exporting, { survey, questions, part }: ExportSource, maker: Maker) {
  if (survey.is_anonymous) {
    const lines = await readAnonymousLines(db, survey)
    return { count: lines.length, ...anonymousSheet(questions, lines) }
  }
  const lines = await readNamedLines(db, survey, part)
  return { count: lines.length, ...namedSheet(questions, lines, maker) }
}
