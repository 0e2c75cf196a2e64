import {
  createContext,
  type ElementType,
  type KeyboardEvent,
  type ReactNode,
  use,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
} from 'react'
import { type Drawn, named } from './elements.tsx'
import classes from './Menu.module.css'

/** Props that the button of a menu gets. */
export interface MenuButton {
  id: string
  'aria-haspopup': 'menu'
  'aria-expanded': boolean
  'aria-controls': string | undefined
  onClick: () => void
}

interface Props {
  button: (props: MenuButton) => ReactNode
  /** The side of the button that the menu is flush with, if there is room. */
  side: 'start' | 'end'
  isOpen: boolean
  onChange: (isOpen: boolean) => void
  /** Lets the menu stand over the box of the button, which would cut it off where it scrolls. */
  isFree?: boolean
  /** The items, drawn while it is open. */
  children: ReactNode
}

/** The room that stays between a menu and the edge of the screen, where it is flush with the other side instead. */
const EDGE_PX = 12

/** The room between a menu and its button. */
const GAP_PX = 8

const ITEM = '[role="menuitem"]'

const CloseContext = createContext<() => void>(() => undefined)

/** The keys that move through a menu, from an item to another. */
const STEPS: Record<string, (at: number, last: number) => number> = {
  ArrowDown: (at, last) => (at < last ? at + 1 : 0),
  ArrowUp: (at, last) => (at > 0 ? at - 1 : last),
  Home: () => 0,
  End: (_at, last) => last,
}

/** Returns the item that a key leads to; a letter leads to the next item that begins with it. */
function itemOf(items: readonly HTMLElement[], key: string): HTMLElement | undefined {
  const at = items.indexOf(document.activeElement as HTMLElement)
  const step = STEPS[key]
  if (step) return items[step(at, items.length - 1)]
  if (key.length !== 1 || key === ' ') return undefined
  const begins = (one: HTMLElement) => one.textContent.trim().toLowerCase().startsWith(key.toLowerCase())
  return [...items.slice(at + 1), ...items.slice(0, at + 1)].find(begins)
}

/** Places a menu below its button on the screen, flush with its end, or above it where there is no room below. */
function placeFreely(menu: HTMLElement, button: Element): void {
  const { top, bottom, right } = button.getBoundingClientRect()
  const { offsetWidth, offsetHeight } = menu
  const below = bottom + GAP_PX
  const fits = below + offsetHeight <= document.documentElement.clientHeight - EDGE_PX
  menu.style.position = 'fixed'
  menu.style.top = `${fits ? below : Math.max(EDGE_PX, top - GAP_PX - offsetHeight)}px`
  menu.style.insetInline = `${Math.max(EDGE_PX, right - offsetWidth)}px auto`
}

/** A button with a menu below it. The focus goes into the menu, and back to the button. */
export function Menu({ button, side, isOpen, isFree = false, onChange, children }: Props) {
  const id = useId()
  const around = useRef<HTMLDivElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  const control = () => document.getElementById(`${id}-button`)

  function close() {
    onChange(false)
    control()?.focus()
  }

  useLayoutEffect(() => {
    const button = document.getElementById(`${id}-button`)
    if (!isOpen || !isFree || !button) return
    const place = () => menu.current && placeFreely(menu.current, button)
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [id, isOpen, isFree])

  useLayoutEffect(() => {
    if (!isOpen || isFree || !menu.current) return
    const { left, right } = menu.current.getBoundingClientRect()
    if (left < EDGE_PX) menu.current.dataset.side = 'start'
    else if (right > document.documentElement.clientWidth - EDGE_PX) menu.current.dataset.side = 'end'
  }, [isOpen, isFree])

  useEffect(() => {
    if (!isOpen) return
    menu.current?.querySelector<HTMLElement>(ITEM)?.focus({ preventScroll: true })
    if (!isFree) menu.current?.scrollIntoView({ block: 'nearest' })
  }, [isOpen, isFree])

  useEffect(() => {
    if (!isOpen) return
    const outside = ({ target }: Event) => {
      if (!around.current?.contains(target as Node)) onChange(false)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
    }
  }, [isOpen, onChange])

  function onKeyDown(event: KeyboardEvent<HTMLDivElement>) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.key === 'Escape' || event.key === 'Tab') {
      // A Tab goes on from the button.
      if (event.key === 'Escape') event.stopPropagation()
      close()
      return
    }
    const item = itemOf([...event.currentTarget.querySelectorAll<HTMLElement>(ITEM)], event.key)
    if (!item) return
    event.preventDefault()
    item.focus()
  }

  return (
    <div className={classes.around} ref={around}>
      {button({
        id: `${id}-button`,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        'aria-controls': isOpen ? id : undefined,
        onClick: () => onChange(!isOpen),
      })}
      {isOpen && (
        <div
          ref={menu}
          id={id}
          className={classes.menu}
          role="menu"
          aria-labelledby={`${id}-button`}
          tabIndex={-1}
          data-side={side}
          onKeyDown={onKeyDown}
        >
          <CloseContext value={close}>{children}</CloseContext>
        </div>
      )}
    </div>
  )
}

interface ItemLook {
  icon?: ReactNode
  onClick?: () => void
}

/** An item of a menu, which closes it. */
export function MenuItem<C extends ElementType = 'button'>(props: Drawn<C, ItemLook>) {
  const {
    icon,
    onClick,
    component: Element = 'button',
    className,
    children,
    ...rest
  } = props as ItemLook & {
    component?: ElementType
    className?: string
    children?: ReactNode
  }
  const close = use(CloseContext)
  return (
    <Element
      type={Element === 'button' ? 'button' : undefined}
      {...rest}
      className={named(classes.item, className)}
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        close()
        onClick?.()
      }}
    >
      {icon && <span className={classes.icon}>{icon}</span>}
      <span className={classes.text}>{children}</span>
    </Element>
  )
}

/** Words in a menu that are no item. */
export const MenuLabel = ({ children }: { children: ReactNode }) => <div className={classes.label}>{children}</div>

/** A line between items. */
export const MenuLine = () => <hr className={classes.line} />
