import { useRouteError } from 'react-router'
import { ApiError } from '../core/api-error.ts'
import { Button } from '../ui/buttons.tsx'
import { Anchor, Group, Stack, Text, Title } from '../ui/elements.tsx'

/** Stands in place of a screen that broke, or whose code could not be loaded. */
export function RouteError() {
  const error = useRouteError()
  return (
    <Stack align="center" p="xl" role="alert">
      <title>Something went wrong</title>
      <Title order={1} size="h2" style={{ textAlign: 'center' }}>
        Something went wrong
      </Title>
      <Text c="dimmed" ta="center">
        This screen could not be shown. Reloading usually helps.
      </Text>
      {/* Shows only the server's message: the program's own helps nobody. */}
      {error instanceof ApiError && (
        <Text size="sm" c="dimmed" ta="center">
          {error.message}
        </Text>
      )}
      <Group>
        <Button onClick={() => window.location.reload()}>Reload</Button>
        <Anchor href="/dashboard">Dashboard</Anchor>
      </Group>
    </Stack>
  )
}
