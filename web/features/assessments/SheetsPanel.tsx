import { collegeToday } from '../../../shared/college-clock.ts'
import type { Assessment } from '../../../shared/contract/assessments.ts'
import { fileWords } from '../../core/downloads.ts'
import { DOCUMENTS, ExportPanel } from '../../parts/ExportPanel.tsx'
import { Group, Text } from '../../ui/elements.tsx'
import { exportResults, type Sheet } from './figures.api.ts'
import classes from './SummaryPanel.module.css'

const SHEETS: readonly { sheet: Sheet; title: string; text: string }[] = [
  { sheet: 'notice', title: 'For the notice board', text: 'Roll numbers and marks, without names' },
  { sheet: 'full', title: 'Full result sheet', text: 'With names and remarks' },
]

/** Offers the result sheets as files. */
export function SheetsPanel({ assessment: { id, name, group } }: { assessment: Assessment }) {
  return (
    <div className={classes.sheets}>
      {SHEETS.map(({ sheet, title, text }) => (
        <Group
          key={sheet}
          justify="space-between"
          gap="xs"
          wrap="nowrap"
          role="group"
          aria-label={title}
          className={classes.sheet}
        >
          <div>
            <Text fw={600}>{title}</Text>
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          </div>
          <ExportPanel
            formats={DOCUMENTS}
            fileName={() => `${fileWords('results', name, group.name, sheet)}-${collegeToday()}`}
            read={exportResults(id, sheet)}
          />
        </Group>
      ))}
    </div>
  )
}
