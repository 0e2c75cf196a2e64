import { IconArrowBackUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import classes from './ThreadPanel.module.css'
import { threadQuery } from './thread.api.ts'

/** Says why the work came back, and what becomes of the version that was sent. */
export function ReturnedPanel({ submission }: { submission: Submission }) {
  const { data: lines = [] } = useQuery(threadQuery(submission.id))
  const last = lines.findLast(({ kind }) => kind === 'returned')
  return (
    <Alert color="yellow" role="note" icon={<IconArrowBackUp size={20} aria-hidden />} title="Returned for correction">
      <Stack gap={4}>
        {last && (
          <Text className={classes.text}>
            <bdi>{last.text}</bdi>
          </Text>
        )}
        <Text size="sm">
          Add the corrected file and send this work again. Your teacher can still see what you sent before.
        </Text>
      </Stack>
    </Alert>
  )
}
