import { useState } from 'react'
import { Button } from '../ui/buttons.tsx'
import { Menu, MenuItem } from '../ui/Menu.tsx'
import { ScreenLink } from './ScreenLink.tsx'

interface Props {
  label: string
  screens: readonly { to: string; label: string }[]
}

/** Leads to the screens that belong to one, in a menu: a button for each would take the room of its list. */
export function ScreensMenu({ label, screens }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <Menu
      side="end"
      isOpen={isOpen}
      onChange={setIsOpen}
      button={(props) => (
        <Button variant="default" {...props}>
          {label}
        </Button>
      )}
    >
      {screens.map((one) => (
        <MenuItem key={one.to} component={ScreenLink} to={one.to}>
          {one.label}
        </MenuItem>
      ))}
    </Menu>
  )
}
