import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Button } from '../ui/buttons.tsx'
import { ScreenLink } from './ScreenLink.tsx'

interface Props extends Omit<ComponentProps<typeof ScreenLink>, 'color'> {
  icon?: TablerIcon
}

/** Leads to another screen, as a button. */
export const ScreenButton = ({ icon: Icon, ...rest }: Props) => (
  <Button component={ScreenLink} variant="default" leftSection={Icon && <Icon size={16} aria-hidden />} {...rest} />
)
