import { useFocusTrap, useWindowEvent } from '@mantine/hooks'
import { type CSSProperties, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { store } from '../core/store.ts'
import { CloseButton } from './CloseButton.tsx'
import classes from './Dialog.module.css'

export interface DialogProps {
  title: string
  /** The name of what it is about, which stays in sight below the title. The content does not say it again. */
  thing?: ReactNode
  onClose: () => void
  size?: keyof typeof WIDTHS
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
  useLayoutEffect(() => {
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

/** Calls on Escape, before what has the focus gets the key. An open list in the dialog keeps it for itself. */
function useEscape(isHeard: boolean, onEscape: () => void): void {
  useWindowEvent(
    'keydown',
    (event) => {
      if (!isHeard || event.key !== 'Escape' || event.isComposing) return
      const isOfList = event.target instanceof Element && event.target.matches('[data-mantine-stop-propagation="true"]')
      if (!isOfList) onEscape()
    },
    { capture: true },
  )
}

/** Tells the content how high the head is, which sticks above what else sticks there (DataTable.module.css). */
function useHeadHeight() {
  const head = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = head.current
    if (!element) return
    const watch = new ResizeObserver(() =>
      element.parentElement?.style.setProperty('--head', `${element.offsetHeight}px`),
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [])
  return head
}

const WIDTHS = { md: '27.5rem', lg: '38.75rem', xl: '75rem', wide: '110rem' }

/** Shows a dialog, mounted while it is open. Its header is no landmark: the page has its own. */
export function Dialog(props: DialogProps) {
  const {
    title,
    thing,
    onClose,
    size = 'md',
    fullScreen = false,
    above = false,
    closeOnEscape = true,
    children,
  } = props
  useReturnedFocus()
  const isOnTop = useIsOnTop()
  useStillPage()
  useEscape(closeOnEscape && isOnTop, onClose)
  const trap = useFocusTrap()
  const head = useHeadHeight()
  const id = useId()
  const zIndex = above ? 300 : 200
  return createPortal(
    <>
      <div className={classes.overlay} style={{ zIndex }} />
      <div
        className={classes.place}
        style={{ zIndex, '--dialog-width': WIDTHS[size] } as CSSProperties}
        data-centered={above || undefined}
        data-full-screen={fullScreen || undefined}
      >
        <section
          className={classes.content}
          ref={trap}
          role="dialog"
          tabIndex={-1}
          aria-modal
          aria-labelledby={`${id}title`}
          aria-describedby={thing ? `${id}thing ${id}body` : `${id}body`}
        >
          <div className={classes.header} ref={head} data-names={thing ? true : undefined}>
            <div className={classes.names}>
              <h2 className={classes.title} id={`${id}title`}>
                <bdi>{title}</bdi>
              </h2>
              {thing && (
                <div className={classes.thing} id={`${id}thing`} dir="auto">
                  {thing}
                </div>
              )}
            </div>
            <CloseButton aria-label="Close" onClick={onClose} />
          </div>
          <div className={classes.body} id={`${id}body`}>
            {children}
          </div>
        </section>
      </div>
    </>,
    document.body,
  )
}
