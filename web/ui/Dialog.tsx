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

/** What opened the first of the dialogs: a form takes the place of the dialog that loaded its record. */
let outside: Element | null = null

function openerNow(): Element | null {
  const active = document.activeElement
  if (active !== document.body && !active?.closest('[role="dialog"]')) outside = active
  return active
}

/** Gives the focus back to what opened the dialog; if that is gone, to the content of the page. */
function useReturnedFocus(): void {
  const [opener] = useState(openerNow)
  useEffect(
    () => () => {
      // After the dialog has left the page and whatever it changed has been drawn.
      setTimeout(() => {
        if (document.activeElement && document.activeElement !== document.body) return
        const there = [opener, outside].find((one) => one !== document.body && one?.isConnected)
        const target = there ?? document.getElementById('content')
        if (target instanceof HTMLElement) target.focus({ preventScroll: true })
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
