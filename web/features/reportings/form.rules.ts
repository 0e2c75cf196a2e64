import * as z from 'zod/mini'
import { ReportingInput, type reportings } from '../../../shared/contract/reportings.ts'
import type { BodyInput } from '../../../shared/endpoint.ts'
import { idField } from '../../../shared/fields.ts'
import { title } from '../../../shared/names.ts'
import { numbersOf } from '../../ui/texts.ts'
import type { ReportValues } from './rules.ts'

type Body = BodyInput<typeof reportings.create>

const shortBody = (values: ReportValues): Body => ({
  title: values.title,
  description: values.description,
  category: values.category,
  severity: values.severity,
  priority: values.priority,
  ...numbersOf(values, ['assigned_to']),
})

const wholeBody = (values: ReportValues): Body => ({
  ...shortBody(values),
  ...numbersOf(values, ['student_id']),
  requires_immediate_attention: values.requires_immediate_attention,
  is_confidential: values.is_confidential,
  internal_notes: values.internal_notes,
})

/** A student always reports about the own person, so the short form asks for no student. */
const ShortReport = z.object({
  ...z.omit(ReportingInput, { student_id: true }).shape,
  title: title('Report title'),
})
const WholeReport = z.object({ ...ShortReport.shape, student_id: idField('Student selection') })

/** Returns the schema and the body of the short or the whole form. */
export const reportForm = (short: boolean) =>
  short ? { schema: ShortReport, toBody: shortBody } : { schema: WholeReport, toBody: wholeBody }
