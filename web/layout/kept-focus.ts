/** Whoever gives the focus on by itself has done it by then: a dialog that closes takes 50 ms. */
const OTHERS_MS = 150

const isLost = () => document.activeElement === null || document.activeElement === document.body
const isLocked = (control: Element) => control.matches(':disabled')

/** Where somebody goes on whose control has gone: the dialog that is open, or the heading of the screen. */
function nextPlace(): HTMLElement | null {
  const dialogs = document.querySelectorAll<HTMLElement>('[role="dialog"][aria-modal="true"]')
  return (
    [...dialogs].at(-1) ?? document.querySelector<HTMLElement>('h1[tabindex]') ?? document.getElementById('content')
  )
}

/**
 * Nobody who works with the keyboard or a screen reader is thrown back to the beginning of the page: a control that was
 * locked while something was done gets the focus back, and that of one which has gone with its row, its dialog's part or
 * its screen goes to what is there instead. @returns what ends it
 */
export function keepFocus(): () => void {
  let held: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const onFocus = ({ target }: FocusEvent) => {
    held = target instanceof Element && target !== document.body ? target : undefined
    clearTimeout(timer)
  }
  // Who presses beside every control, or leaves a field by Escape, wants the focus nowhere.
  const onBlur = () =>
    setTimeout(() => {
      if (isLost() && held?.isConnected && !isLocked(held)) held = undefined
    })

  function give(): void {
    if (!held || !isLost()) return
    const to = held.isConnected ? held : nextPlace()
    if (to instanceof HTMLElement && !isLocked(to)) to.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(() => {
    if (!held || !isLost()) return
    // From the last change on: what has just gone may have others that give its focus on.
    clearTimeout(timer)
    timer = setTimeout(give, OTHERS_MS)
  })
  observer.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ['disabled'] })
  document.addEventListener('focusin', onFocus)
  document.addEventListener('focusout', onBlur)
  return () => {
    observer.disconnect()
    clearTimeout(timer)
    document.removeEventListener('focusin', onFocus)
    document.removeEventListener('focusout', onBlur)
  }
}
