import { useQuery } from '@tanstack/react-query'
import type { ImportKind } from '../../../shared/contract/imports.ts'
import { IMPORT_UNDO_DAYS } from '../../../shared/limits.ts'
import { messageOf } from '../../core/api-error.ts'
import { formatInstant } from '../../core/formats.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Title } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import classes from '../../ui/RowList.module.css'
import { RowText, RowWords } from '../../ui/RowText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { pastImportsQuery, useUndo } from './past.api.ts'
import { countsText } from './rules.ts'

const TITLE = `Imports of the last ${IMPORT_UNDO_DAYS} days`

/** Lists the last imports, each with what undoes it; nothing when there are none. */
export function PastImportsPanel({ kind }: { kind: ImportKind }) {
  const { data = [] } = useQuery(pastImportsQuery(kind))
  const { ask, isUndoing, undoingId, error } = useUndo(kind)
  if (data.length === 0) return null
  return (
    <Stack component="section" gap="sm" aria-label={TITLE}>
      <Title order={2} size="h4">
        {TITLE}
      </Title>
      {error && <Problem text={messageOf(error)} />}
      <ul className={classes.list}>
        {data.map((past) => (
          <li key={past.id} className={classes.row}>
            <div className={classes.words}>
              <RowWords>
                <RowText kind="name" own>
                  {past.file_name}
                </RowText>
                {past.undone_at !== null && <Tag word="Undone" />}
              </RowWords>
              <RowText kind="detail">
                {formatInstant(past.imported_at)} by {past.imported_by}
              </RowText>
              <RowText kind="detail">{countsText(kind, past)}</RowText>
              {past.undone_at !== null && (
                <RowText kind="detail">
                  Undone {formatInstant(past.undone_at)} by {past.undone_by}
                </RowText>
              )}
            </div>
            {past.undone_at === null && (
              <Button
                variant="default"
                disabled={isUndoing}
                aria-label={`Undo ${past.file_name}, ${formatInstant(past.imported_at)}`}
                onClick={() => ask(past)}
              >
                {isUndoing && undoingId === past.id ? 'Undoing...' : 'Undo'}
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Stack>
  )
}
