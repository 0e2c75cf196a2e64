import { Menu } from '@mantine/core'
import '../ui/styles-kit.ts'
import { type ReactElement, useEffect, useState } from 'react'

interface Props {
  /** The button that opens the menu. */
  target: ReactElement
  items: readonly { label: string; onClick: () => void }[]
}

/** Asks for the kind of file. */
export function ExportMenu({ target, items }: Props) {
  const [isOpen, setIsOpen] = useState(false)
  // Opens after it was drawn, so that it knows where the focus goes back to.
  useEffect(() => setIsOpen(true), [])
  return (
    <Menu position="bottom-start" withinPortal={false} opened={isOpen} onChange={setIsOpen}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, onClick }) => (
          <Menu.Item key={label} onClick={onClick}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
