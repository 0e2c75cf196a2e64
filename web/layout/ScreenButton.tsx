import type { TablerIcon } from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { Button } from '../ui/buttons.tsx'
import classes from './ScreenButton.module.css'
import { ScreenLink } from './ScreenLink.tsx'

interface Props extends Omit<ComponentProps<typeof ScreenLink>, 'color'> {
  icon?: TablerIcon
  /** The screen stands in the navigation too. */
  neighbour?: boolean
}

/** Leads to another screen, as a button. */
export const ScreenButton = ({ icon: Icon, neighbour, ...rest }: Props) => (
  <Button
    component={ScreenLink}
    variant="default"
    leftSection={Icon && <Icon size={16} aria-hidden />}
    className={neighbour ? classes.neighbour : undefined}
    {...rest}
  />
)
