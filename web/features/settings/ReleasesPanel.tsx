import type { Releases } from '../../../shared/contract/releases.ts'
import { ReleaseNews } from '../../parts/ReleaseNews.tsx'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'

/** Shows whether a newer version is there, or how that is told. */
export function ReleasesPanel({ releases }: { releases: Releases }) {
  return (
    <Paper component="section" withBorder p="md" aria-label="Newer versions">
      <Stack gap="sm">
        <Title order={2} size="h5">
          Newer versions
        </Title>
        {releases.place === null ? (
          <Text size="sm" c="dimmed">
            {`This is version ${releases.installed}. The variable RELEASES_URL of the server’s environment names a list of releases, which is asked once a day; a newer version is then told here, on Today and to whom alerts go.`}
          </Text>
        ) : (
          <Text size="sm" role="status">
            <ReleaseNews releases={releases} />
          </Text>
        )}
      </Stack>
    </Paper>
  )
}
