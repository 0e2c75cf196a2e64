import { useMediaQuery } from '@mantine/hooks'
import type { ReactNode } from 'react'
import { question } from '../core/confirm.ts'
import { signInAgain } from '../core/sign-in-again.ts'
import { Button } from './buttons.tsx'
import { Dialog } from './Dialog.tsx'
import classes from './Modal.module.css'
import { PHONE } from './phone.ts'

export interface ModalProps {
  title: string
  /** The name of what it is about. */
  thing?: ReactNode
  onClose: () => void
  size?: 'md' | 'lg' | 'xl' | 'wide'
  /** The content can't be shown again: Escape does not close it. */
  keeps?: boolean
  /** The buttons, always in view at the bottom. */
  footer?: ReactNode
  children: ReactNode
}

/** Shows a dialog over the page, or as the whole screen of a phone. It is mounted while open. */
export function Modal({ title, thing, onClose, size = 'lg', keeps = false, footer, children }: ModalProps) {
  const phone = useMediaQuery(PHONE, false, { getInitialValueInEffect: false })
  // A question or the sign-in covers this dialog then, and Escape is theirs.
  const covered = question.use() !== undefined
  const signingIn = signInAgain.use() !== undefined
  return (
    <Dialog
      title={title}
      thing={thing}
      onClose={onClose}
      size={size}
      fullScreen={phone}
      closeOnEscape={!keeps && !covered && !signingIn}
    >
      <div className={classes.inside}>{children}</div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </Dialog>
  )
}

/** The footer of a dialog without a form. */
export function CloseFooter({ onClose }: { onClose: () => void }) {
  return (
    <Button variant="default" onClick={onClose}>
      Close
    </Button>
  )
}
