import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { SurveyChanges } from '../../../shared/contract/feedback/follow-up.ts'
import { formatDate } from '../../core/formats.ts'
import { ListState } from '../../layout/ListState.tsx'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { PagesRow } from '../../ui/PagesRow.tsx'
import { changesQuery } from './api.ts'
import classes from './ChangesPanel.module.css'

/** Shows the effects of surveys that have asked the student; nothing if there are none. */
export function ChangesPanel() {
  const titleId = useId()
  const [page, setPage] = useState(1)
  const changes = useQuery(changesQuery(page))
  return (
    <ListState query={changes} skeleton={null} isEmpty={({ meta }) => meta.total === 0} empty={null}>
      {({ data, meta }) => (
        <Paper withBorder component="section" p="md" aria-labelledby={titleId}>
          <Stack gap="md">
            <div>
              <Title order={2} size="h4" id={titleId}>
                What we changed
              </Title>
              <Text size="sm" c="dimmed">
                What came of your answers, the newest first.
              </Text>
            </div>
            <ul className={classes.list}>
              {data.map((one) => (
                <Changed key={one.id} changes={one} />
              ))}
            </ul>
            <PagesRow meta={meta} onPage={setPage} of="what we changed" />
          </Stack>
        </Paper>
      )}
    </ListState>
  )
}

const Changed = ({ changes: { title, changes_text, changes_at } }: { changes: SurveyChanges }) => (
  <li>
    <Title order={3} size="h5" dir="auto" className={classes.text}>
      {title}
    </Title>
    <Text size="sm" c="dimmed">
      {formatDate(changes_at)}
    </Text>
    <Text dir="auto" className={classes.text}>
      {changes_text}
    </Text>
  </li>
)
