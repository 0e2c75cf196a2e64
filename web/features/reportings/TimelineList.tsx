import { entryTitle, type ReportingEntry } from '../../../shared/contract/reporting-entries.ts'
import type { Reporting } from '../../../shared/contract/reportings.ts'
import { formatInstant } from '../../core/formats.ts'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { FileRow, FileRows } from '../../parts/FilesList.tsx'
import { Text } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { DOT } from '../../ui/texts.ts'
import { readEvidenceOf } from './api.ts'
import classes from './TimelineList.module.css'

interface Props {
  report: Reporting
  entries: readonly ReportingEntry[]
  label: string
}

/** Lists the events of a report in their order, with the added evidence. */
export const TimelineList = ({ report, entries, label }: Props) => (
  <ol aria-label={label}>
    {entries.map((entry) => (
      <li key={entry.id} className={classes.entry}>
        <Text fw={600}>{entryTitle(entry)}</Text>
        <Text size="sm" c="dimmed">
          {formatInstant(entry.at)}
          {entry.author && (
            <>
              {DOT}
              <PersonName name={entry.author.name} />
            </>
          )}
        </Text>
        {entry.text && (
          <Text size="sm" className={classes.text} dir="auto">
            {entry.text}
          </Text>
        )}
        {entry.files.length > 0 && (
          <FileRows label={`Files of ${entryTitle(entry)}`}>
            {entry.files.map((file) => (
              <FileRow key={file.name} file={file}>
                <FileDownload name={file.name} of={file.name} read={readEvidenceOf(report, entry, file.name)} />
              </FileRow>
            ))}
          </FileRows>
        )}
      </li>
    ))}
  </ol>
)
