import { Modal as Kit } from '@mantine/core'
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react'
import { store } from '../core/store.ts'
import classes from './Dialog.module.css'

export interface DialogProps {
  title: string
  onClose: () => void
  size?: string
  fullScreen?: boolean
  /** Lies above the other dialogs. */
  above?: boolean
  closeOnEscape?: boolean
  children: ReactNode
}

/** The element that opened the first dialog. A form may take the place of the dialog that loaded its record. */
let outside: Element | null = null

function openerNow(): Element | null {
  const active = document.activeElement
  if (active !== document.body && !active?.closest('[role="dialog"]')) outside = active
  return active
}

/** Gives the focus back to the dialog's opener, or to the page's content if that is gone. */
function useReturnedFocus(): void {
  const [opener] = useState(openerNow)
  useEffect(
    () => () => {
      // Waits until the dialog has left the page and its changes are drawn.
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

/** The open dialogs, the top one last. */
const openDialogs = store<readonly symbol[]>([])

/** Returns true when no other dialog lies over this one: Escape belongs to the top one. */
function useIsOnTop(): boolean {
  const [me] = useState(Symbol)
  useEffect(() => {
    openDialogs.set([...openDialogs.get(), me])
    return () => openDialogs.set(openDialogs.get().filter((one) => one !== me))
  }, [me])
  return openDialogs.use().at(-1) === me
}

const page = document.documentElement
let drawn = 0
const hasBar = () => window.innerWidth > page.clientWidth

/**
 * Keeps the page behind the dialogs still (base.css). The kit would measure the whole page after the dialog is in it;
 * this measures before, while nothing has changed.
 */
function useStillPage(): void {
  const [before] = useState(() => page.dataset.dialog ?? (hasBar() ? 'over-bar' : ''))
  useLayoutEffect(() => {
    page.dataset.dialog = before
    drawn += 1
    return () => {
      drawn -= 1
      if (drawn === 0) delete page.dataset.dialog
    }
  }, [before])
}

/** Shows a dialog of the kit, mounted while it is open. Its header is no landmark: the page has its own. */
export function Dialog(props: DialogProps) {
  const { title, onClose, size = 'md', fullScreen = false, above = false, closeOnEscape = true, children } = props
  useReturnedFocus()
  const isOnTop = useIsOnTop()
  useStillPage()
  return (
    <Kit.Root
      opened
      onClose={onClose}
      size={size}
      fullScreen={fullScreen}
      centered={above}
      zIndex={above ? 300 : 200}
      lockScroll={false}
      closeOnEscape={closeOnEscape && isOnTop}
      closeOnClickOutside={false}
      classNames={{ content: classes.content, header: classes.header, title: classes.title, body: classes.body }}
    >
      <Kit.Overlay />
      {/* The kit names the dialog by its title one drawing later; it has a name from the first. */}
      <Kit.Content aria-label={title}>
        <Kit.Header role="none">
          <Kit.Title>
            <bdi>{title}</bdi>
          </Kit.Title>
          <Kit.CloseButton aria-label="Close" />
        </Kit.Header>
        <Kit.Body>{children}</Kit.Body>
      </Kit.Content>
    </Kit.Root>
  )
}
