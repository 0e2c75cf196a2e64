import { IconAlertTriangle, IconCircleCheck, IconPencil } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { dismissToast, type Toast, toasts } from '../core/toasts.ts'
import { CloseButton } from '../ui/CloseButton.tsx'
import classes from './Toasts.module.css'

const SHOWN_MS = 5000
const ICONS = { done: IconCircleCheck, failed: IconAlertTriangle, note: IconPencil }

/** Shows the news of `toast` for 5 seconds; pointing at one or focusing it holds it. */
export function Toasts() {
  const shown = toasts.use()
  return (
    <section className={classes.toasts} aria-label="Messages">
      {shown.map((one) => (
        <ToastCard key={one.id} toast={one} />
      ))}
    </section>
  )
}

function ToastCard({ toast: { id, message, kind } }: { toast: Toast }) {
  const [held, setHeld] = useState(false)
  const left = useRef(SHOWN_MS)

  useEffect(() => {
    if (held) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [held, id])

  const Icon = ICONS[kind]
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it only holds it
    <div
      role={kind === 'failed' ? 'alert' : 'status'}
      className={classes.toast}
      data-kind={kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon size={20} className={classes.icon} aria-hidden />
      <span className={classes.message}>{message}</span>
      <CloseButton aria-label="Close this message" onClick={() => dismissToast(id)} />
    </div>
  )
}
