import { IconFileSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { LibraryEntry } from '../../../shared/contract/libraries.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { FileDownload } from '../../parts/FileDownload.tsx'
import { FileIcon, fileKindName } from '../../parts/FileIcon.tsx'
import { isShownInPlace } from '../../parts/shown-in-place.ts'
import { Button } from '../../ui/buttons.tsx'
import { CardFacts } from '../../ui/CardFacts.tsx'
import { CardGrid } from '../../ui/CardGrid.tsx'
import { Anchor, Paper, Skeleton, Text, Title } from '../../ui/elements.tsx'
import { PersonName } from '../../ui/PersonName.tsx'
import { RowActions } from '../../ui/RowActions.tsx'
import { DOT } from '../../ui/texts.ts'
import { readFileOf, useRefreshEntries } from './api.ts'
import classes from './LibraryCards.module.css'
import { downloadsText, shortened } from './rules.ts'

export type LibraryAction = 'view' | 'edit' | 'delete' | 'preview'

interface Props {
  entries: readonly LibraryEntry[]
  /** True when the person may change entries. */
  writes: boolean
  onAction: (action: LibraryAction, entry: LibraryEntry) => void
}

const Grid = ({ label, children }: { label: string; children: ReactNode }) => (
  <CardGrid label={label} columns={2}>
    {children}
  </CardGrid>
)

export const LibraryCards = ({ entries, ...rest }: Props) => (
  <Grid label="Library entries">
    {entries.map((entry) => (
      <LibraryCard key={entry.id} entry={entry} {...rest} />
    ))}
  </Grid>
)

/** Placeholders while the entries load. */
export const LoadingLibraryCards = () => (
  <Grid label="Loading library entries">
    {[0, 1, 2, 3, 4, 5].map((card) => (
      <Skeleton key={card} component="li" height={280} />
    ))}
  </Grid>
)

interface CardProps extends Omit<Props, 'entries'> {
  entry: LibraryEntry
}

function LibraryCard({ entry, writes, onAction }: CardProps) {
  const { title, detail, description, department, batch, year, type, filename, file_type, file_size } = entry
  const refresh = useRefreshEntries()
  return (
    <Paper component="li" withBorder p="md" className={classes.card}>
      <div className={classes.head}>
        <FileIcon name={filename} type={file_type} size={32} />
        <div className={classes.heading}>
          <Title order={2} size="h4" className={classes.title} dir="auto">
            {title}
          </Title>
          <Text size="sm" c="dimmed" className={classes.file}>
            <bdi dir="ltr">{filename}</bdi>
            {DOT}
            <span className={classes.figures}>
              {fileKindName(filename, file_type)}, {formatSize(file_size)}
            </span>
          </Text>
        </div>
      </div>
      {detail && <LongText text={detail} of={`the detail of ${title}`} />}
      <CardFacts
        facts={[
          ['Department', department.name],
          ['Batch', batch?.name ?? 'Every batch'],
          ['Year', year],
          ['Type', type && <bdi>{type}</bdi>],
        ]}
      />
      {description && <LongText text={description} of={`the description of ${title}`} />}
      <UploadedLine entry={entry} />
      <div className={classes.actions}>
        {isShownInPlace(entry.file_type) && (
          <Button
            variant="default"
            size="sm"
            leftSection={<IconFileSearch size={18} aria-hidden />}
            aria-label={`Preview ${title}`}
            onClick={() => onAction('preview', entry)}
          >
            Preview
          </Button>
        )}
        <FileDownload name={filename} of={title} read={readFileOf(entry, 'download')} onDone={refresh} />
        {writes && (
          <div className={classes.own}>
            <RowActions of={title} view edit remove onAction={(action) => onAction(action, entry)} />
          </div>
        )}
      </div>
    </Paper>
  )
}

/** Shows "Added by Bilal Ahmed, 20 Nov 2026, 14:05 · 3 downloads". */
const UploadedLine = ({ entry }: { entry: LibraryEntry }) => (
  <Text size="sm" c="dimmed" className={classes.figures}>
    Added by <PersonName name={entry.uploader.name} />, {formatInstant(entry.created_at)}
    {DOT}
    {downloadsText(entry.download_count)}
  </Text>
)

function LongText({ text, of }: { text: string; of: string }) {
  const [isWhole, setWhole] = useState(false)
  const short = shortened(text)
  return (
    <div>
      <Text size="sm" className={classes.text} dir="auto">
        {isWhole ? text : short}
      </Text>
      {short !== text && (
        <Anchor
          component="button"
          type="button"
          size="sm"
          aria-expanded={isWhole}
          aria-label={`${isWhole ? 'Less' : 'More'} of ${of}`}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Less' : 'More'}
        </Anchor>
      )}
    </div>
  )
}
