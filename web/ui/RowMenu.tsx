import { IconDotsVertical } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { IconAction } from './IconAction.tsx'
import { Menu } from './Menu.tsx'

/** The button of a row's further actions, those that are seldom wanted. */
export function RowMenu({ of, children }: { of: string; children: ReactNode }) {
  const [isOpen, setIsOpen] = useState(false)
  const label = `Other actions of ${of}`
  return (
    <Menu
      side="end"
      isFree
      isOpen={isOpen}
      onChange={setIsOpen}
      button={(menu) => <IconAction label={label} icon={IconDotsVertical} menu={menu} />}
    >
      {children}
    </Menu>
  )
}
