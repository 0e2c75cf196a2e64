import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { Elsewhere } from '../../../shared/contract/backup-copies.ts'
import { counted } from '../../../shared/labels.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant, formatSize } from '../../core/formats.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useMakeBackupKey } from './api.ts'
import { PaperKeyModal } from './PaperKeyModal.tsx'
import { restoreText } from './TestsPanel.tsx'

/** Tells how copies of backups stand, in a line. */
export function copyText({ key_made_at, last_copy }: Elsewhere): string {
  if (key_made_at === null) return 'No copy leaves the machine before there is a key on paper.'
  if (last_copy === null) return 'No backup has been copied yet.'
  // Sealed, a little more is sent than the backup has.
  const sizes = `${formatSize(last_copy.bytes ?? 0)}; ${formatSize(last_copy.sent_bytes ?? 0)} were new and sent`
  return `The backup of ${formatInstant(last_copy.taken_at ?? '')} is there (${sizes}).`
}

/** Tells why the last try failed; undefined where it did not. */
export function copyProblem({ last_try }: Elsewhere): string | undefined {
  if (!last_try?.failure) return undefined
  return `The last try, at ${formatInstant(last_try.begun_at)}, failed: ${last_try.failure.replace(/\.$/, '')}. It is tried again each hour.`
}

/** Shows where backups are copied to, how that went, and makes the key for paper. */
export function ElsewherePanel({ elsewhere }: { elsewhere: Elsewhere }) {
  const { place, keep, key_made_at } = elsewhere
  const problem = copyProblem(elsewhere)
  const [shown, setShown] = useState<{ credential: string; made_at: string }>()
  const make = useMakeBackupKey()
  const making = useMutation({
    mutationFn: () => make({ body: { replaces: key_made_at } }),
    onSuccess: ({ data }) => setShown(data),
  })

  async function begin(): Promise<void> {
    const yes =
      key_made_at === null ||
      (await confirm({
        title: 'Make another key?',
        message:
          'Backups from now on open with the new paper only, and are sent anew with all files. The old paper still opens the old copies: keep both for a year.',
        confirmLabel: 'Make another key',
      }))
    if (yes) making.mutate()
  }

  return (
    <Paper component="section" withBorder p="md" aria-label="Copies off the machine">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Copies off the machine
        </Title>
        {place === null ? (
          <Text size="sm" c="dimmed">
            A fire or a theft takes the backups along that lie beside the server. The variable BACKUP_URL of the
            server’s environment names a bucket elsewhere, to which each backup is copied, sealed.
          </Text>
        ) : (
          <>
            <Text size="sm">{`Each backup is copied to ${place}, sealed, and kept there for ${counted(keep, 'day')}; the first of each month for a year.`}</Text>
            <Text size="sm" role="status">
              {copyText(elsewhere)}
            </Text>
            {problem && <Problem text={problem} />}
            {key_made_at !== null && (
              <Text size="sm">{`From the bucket, each month by itself: ${restoreText(elsewhere.last_restore)}`}</Text>
            )}
            <Group gap="sm">
              <Button variant="default" disabled={making.isPending} onClick={begin}>
                {key_made_at === null ? 'Make the key for paper' : 'Make another key for paper'}
              </Button>
              <Text size="sm" c="dimmed">
                {key_made_at === null
                  ? 'When the machine is lost, it opens the copies.'
                  : `The one in force was made at ${formatInstant(key_made_at)}.`}
              </Text>
            </Group>
            {making.error && <Problem text={messageOf(making.error)} />}
          </>
        )}
      </Stack>
      {shown && <PaperKeyModal made={shown} place={place ?? ''} onClose={() => setShown(undefined)} />}
    </Paper>
  )
}
