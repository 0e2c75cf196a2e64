import type { ComponentProps } from 'react'
import classes from './CloseButton.module.css'
import { named } from './elements.tsx'

interface CloseButtonLook {
  size?: 36
  iconSize?: 16
}

/** The cross that closes, clears or takes something away. */
export function CloseButton({ size, iconSize, className, ...rest }: CloseButtonLook & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={named(classes.close, className)} data-size={size} data-icon={iconSize}>
      <svg viewBox="0 0 15 15" fill="none" aria-hidden="true">
        <path d="m3.6 3.6 7.8 7.8m0-7.8-7.8 7.8" stroke="currentColor" strokeWidth="1.15" strokeLinecap="round" />
      </svg>
    </button>
  )
}
