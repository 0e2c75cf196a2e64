import { Modal as Kit } from '@mantine/core'
import { type ReactNode, useEffect, useState } from 'react'
import classes from './Dialog.module.css'

export interface DialogProps {
  title: ReactNode
  onClose: () => void
  size?: string
  fullScreen?: boolean
  /** Lies above the other dialogs. */
  above?: boolean
  closeOnEscape?: boolean
  children: ReactNode
}

/** Gives the focus back to what opened the dialog; if that is gone, to the content of the page. */
function useReturnedFocus(): void {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      // After the dialog has left the page and whatever it changed has been drawn.
      setTimeout(() => {
        const holdsFocus = document.activeElement !== null && document.activeElement !== document.body
        if (holdsFocus && document.activeElement?.isConnected) return
        const target = opener instanceof HTMLElement && opener.isConnected ? opener : document.getElementById('content')
        target?.focus({ preventScroll: true })
      }, 50)
    },
    [opener],
  )
}

/** A dialog of the kit, mounted while it is open. Its header is no landmark: the page has its own. */
export function Dialog(props: DialogProps) {
  const { title, onClose, size = 'md', fullScreen = false, above = false, closeOnEscape = true, children } = props
  useReturnedFocus()
  return (
    <Kit.Root
      opened
      onClose={onClose}
      size={size}
      fullScreen={fullScreen}
      centered={above}
      zIndex={above ? 300 : 200}
      closeOnEscape={closeOnEscape}
      closeOnClickOutside={false}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <Kit.Overlay />
      <Kit.Content>
        <Kit.Header role="none">
          <Kit.Title>{title}</Kit.Title>
          <Kit.CloseButton aria-label="Close" />
        </Kit.Header>
        <Kit.Body>{children}</Kit.Body>
      </Kit.Content>
    </Kit.Root>
  )
}
