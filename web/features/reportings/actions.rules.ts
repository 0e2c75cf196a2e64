import * as z from 'zod/mini'
import { ACTION_TEXTS, type Reporting, type reportings } from '../../../shared/contract/reportings.ts'
import type { BodyInput, Schema } from '../../../shared/endpoint.ts'
import { optionalText } from '../../../shared/fields.ts'
import { mayReport, REPORT_NEXT, reportRefusal } from '../../../shared/policies/reportings.ts'
import type { Question } from '../../core/confirm.ts'

type Change = BodyInput<typeof reportings.update>

/** The values of a card: its text, and the chosen person. */
export type CardValues = { text: string; staff_id: string; staff_label: string }

interface Card {
  title: string
  /** The body's field of the card's text. */
  field: 'initial_response' | 'escalation_reason' | 'resolution_notes'
  label: string
  saveLabel: string
  pendingLabel: string
  schema: Schema
  toBody: (values: CardValues) => Change
  done: string
  failed: string
}

const required = (name: string, text: string) => z.pipe(optionalText(name), z.string(text))

/** The three cards of a report, each an action on it. */
export const CARDS = {
  respond: {
    title: 'Initial Response',
    field: 'initial_response',
    label: 'Response',
    saveLabel: 'Save Response',
    pendingLabel: 'Saving...',
    schema: z.object({ initial_response: required('Initial response', ACTION_TEXTS.initial_response) }),
    toBody: ({ text }) => ({ initial_response: text }),
    done: 'Initial response saved successfully!',
    failed: 'Failed to save initial response',
  },
  escalate: {
    title: 'Escalate',
    field: 'escalation_reason',
    label: 'Reason for escalation',
    saveLabel: 'Escalate Report',
    pendingLabel: 'Escalating...',
    schema: z.object({
      escalation_reason: required('Escalation reason', ACTION_TEXTS.escalation_reason),
      escalated_to: z.int(ACTION_TEXTS.escalated_to).check(z.positive(ACTION_TEXTS.escalated_to)),
    }),
    toBody: ({ text, staff_id }) => ({ escalation_reason: text, escalated_to: Number(staff_id) }),
    done: 'Report escalated successfully!',
    failed: 'Failed to escalate report',
  },
  resolve: {
    title: 'Resolve',
    field: 'resolution_notes',
    label: 'Resolution notes',
    saveLabel: 'Resolve Report',
    pendingLabel: 'Resolving...',
    schema: z.object({ resolution_notes: required('Resolution notes', ACTION_TEXTS.resolution_notes) }),
    toBody: ({ text }) => ({ resolution_notes: text }),
    done: 'Report resolved successfully!',
    failed: 'Failed to resolve report',
  },
} satisfies Record<string, Card>
export type CardName = keyof typeof CARDS
export const CARD_NAMES = Object.keys(CARDS) as CardName[]

export const cardOf = (name: CardName): Card => CARDS[name]

/** Returns the reason why a card is not offered; undefined when it is. An escalated report is only resolved. */
export function cardRefusal(name: CardName, report: Reporting): string | undefined {
  const refusal = reportRefusal(name, report)
  if (refusal === 'never') return 'This report is not yours to handle any more.'
  if (refusal !== undefined) return refusal
  return name !== 'resolve' && report.escalated_to !== null ? 'This report has been escalated.' : undefined
}

interface Step {
  label: string
  question: (report: Reporting) => Omit<Question, 'subject'>
  done: string
}

/** The changes of a report's state that need no text. */
const STEPS = {
  await: {
    label: 'Ask for a Reply',
    question: ({ is_confidential: hidden }) => ({
      title: 'Ask for a Reply',
      message: `The report then waits until ${hidden ? 'its reporter replies' : 'its student or its reporter replies'}. Say in a comment what you want to know.`,
      confirmLabel: 'Ask for a Reply',
    }),
    done: 'Reply requested successfully!',
  },
  close: {
    label: 'Close Report',
    question: () => ({
      title: 'Close Report',
      message: 'Are you sure you want to close this report? Nothing can be added to its case file then.',
      confirmLabel: 'Close Report',
    }),
    done: 'Report closed successfully!',
  },
  reopen: {
    label: 'Reopen Report',
    question: () => ({
      title: 'Reopen Report',
      message: 'Are you sure you want to reopen this report? It then waits for its assignee again.',
      confirmLabel: 'Reopen Report',
    }),
    done: 'Report reopened successfully!',
  },
} satisfies Record<string, Step>

/** Returns the steps that a person may take with a report. */
export const stepsFor = (report: Reporting) =>
  (['await', 'close', 'reopen'] as const)
    .filter((name) => mayReport(name, report))
    .map((name): Step & { status: Change['status'] } => ({ ...STEPS[name], status: REPORT_NEXT[name] }))
