import { Button, type ButtonProps } from '@mantine/core'
import type { TablerIcon } from '@tabler/icons-react'
import { ScreenLink } from './ScreenLink.tsx'

interface Props extends ButtonProps {
  to: string
  icon?: TablerIcon
}

/** Leads to another screen, as a button. */
export const ScreenButton = ({ icon: Icon, ...rest }: Props) => (
  <Button component={ScreenLink} variant="default" leftSection={Icon && <Icon size={16} aria-hidden />} {...rest} />
)
