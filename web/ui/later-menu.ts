import { useEffect, useState } from 'react'
import { toast } from '../core/toasts.ts'
import { whenIdle } from './later.tsx'

/**
 * A menu, seldom opened: its code is loaded when the browser is idle, its button stands from the first drawing on. The
 * menu replaces the button only after it was asked for: a button that is replaced during a press would lose the press.
 * @returns the menu, once it was asked for; what its button gets; a function that takes the menu away again
 */
export function useLaterMenu<Menu>(load: () => Promise<Menu>) {
  const [shown, setShown] = useState<{ Menu: Menu }>()
  const [isFocused, setIsFocused] = useState(false)

  useEffect(() => {
    // A failure is told when the menu is asked for.
    whenIdle(() => void load().catch(() => undefined))
  }, [load])

  const open = () =>
    load().then(
      (Menu) => setShown({ Menu }),
      () => toast.error('The menu could not be loaded. Please try again.'),
    )
  const button = {
    'aria-haspopup': 'menu',
    'aria-expanded': shown ? undefined : false,
    // The button with the menu takes the focus over from the one without it.
    autoFocus: isFocused,
    onFocus: () => setIsFocused(true),
    onBlur: () => setIsFocused(false),
    onClick: shown ? undefined : open,
  } as const
  return { Menu: shown?.Menu, button, takeAway: () => setShown(undefined) }
}
