import { type KeyboardEvent, type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import classes from './Tabs.module.css'

interface Props {
  /** The name of the tabs. */
  label: string
  tabs: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
  /** The content of the chosen tab. */
  children: ReactNode
}

/** Returns the place that a key leads to from another one. */
function placeOf(key: string, from: number, last: number): number | undefined {
  if (key === 'ArrowRight') return from < last ? from + 1 : 0
  if (key === 'ArrowLeft') return from > 0 ? from - 1 : last
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}

/** Keeps the chosen tab in sight where the tabs scroll sideways, without moving the page. */
function useChosenInSight(tabId: string) {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const tab = document.getElementById(tabId)
    if (!list.current || !tab) return
    list.current.scrollLeft = tab.offsetLeft - (list.current.clientWidth - tab.offsetWidth) / 2
  }, [tabId])
  return list
}

/** Shows tabs, which scroll sideways on a phone. Only the chosen one is drawn. */
export function Tabs({ label, tabs, value, onChange, children }: Props) {
  const id = useId()
  const list = useChosenInSight(`${id}-tab-${value}`)
  const onKeyDown = (event: KeyboardEvent<HTMLButtonElement>, from: number) => {
    const place = placeOf(event.key, from, tabs.length - 1)
    const next = place === undefined ? undefined : tabs[place]
    if (!next) return
    event.preventDefault()
    document.getElementById(`${id}-tab-${next.value}`)?.focus()
    onChange(next.value)
  }
  return (
    <div>
      <div ref={list} className={classes.list} role="tablist" aria-label={label}>
        {tabs.map((tab, index) => (
          <button
            key={tab.value}
            type="button"
            className={classes.tab}
            role="tab"
            id={`${id}-tab-${tab.value}`}
            aria-selected={tab.value === value}
            aria-controls={tab.value === value ? `${id}-panel` : undefined}
            tabIndex={tab.value === value ? 0 : -1}
            onClick={() => onChange(tab.value)}
            onKeyDown={(event) => onKeyDown(event, index)}
          >
            <span className={classes.label} dir="auto">
              {tab.label}
            </span>
          </button>
        ))}
      </div>
      <div
        key={value}
        className={classes.panel}
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${value}`}
      >
        {children}
      </div>
    </div>
  )
}
