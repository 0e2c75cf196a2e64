import type { ComponentProps, ReactNode } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Paper, Stack, Title } from '../ui/elements.tsx'

const TITLE = 'On this device'

/** Frames the rows of values that only this device has. */
export const OnDevicePanel = ({ label = TITLE, children }: { label?: string; children: ReactNode }) => (
  <Paper withBorder component="section" p="sm" aria-label={label}>
    <Stack gap="sm">
      <Title order={2} size="h4">
        {TITLE}
      </Title>
      {children}
    </Stack>
  </Paper>
)

/** A button of a row, beside the one that opens the value. */
export const DeviceButton = (props: ComponentProps<typeof Button<'button'>>) => <Button {...props} variant="default" />
