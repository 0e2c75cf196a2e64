import { notifications } from '@mantine/notifications'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'

const closeButtonProps = { 'aria-label': 'Close this message' }

/** Short news that leave after 5 seconds; a failure is announced at once, a success politely. */
export const toast = {
  success: (message: string) =>
    notifications.show({
      message,
      color: 'green.8',
      icon: <IconCheck size={18} aria-hidden />,
      role: 'status',
      closeButtonProps,
    }),
  error: (message: string) =>
    notifications.show({
      message,
      color: 'red.8',
      icon: <IconAlertTriangle size={18} aria-hidden />,
      role: 'alert',
      closeButtonProps,
    }),
}
