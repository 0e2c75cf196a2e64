/** The time for others to place the focus themselves: a closing dialog takes 50 ms. */
const OTHERS_MS = 150

const isLost = () => document.activeElement === null || document.activeElement === document.body
const isLocked = (control: Element) => control.matches(':disabled')

const DIALOG = '[role="dialog"][aria-modal="true"]'

/**
 * Returns the place to go on when a control has gone: the open dialog, or the control from which the last one was
 * opened, or the screen's heading.
 */
function nextPlace(opener: Element | undefined): Element | null {
  const open = [...document.querySelectorAll(DIALOG)].at(-1)
  if (open) return open
  if (opener?.isConnected) return opener
  return document.querySelector('h1[tabindex]') ?? document.getElementById('content')
}

/**
 * Keeps people with a keyboard or screen reader from being thrown back to the start of the page. A control that was
 * locked during an action gets the focus back; if it has gone with its row, part of a dialog or screen, the focus goes
 * to the next place. @returns a function that ends it
 */
export function keepFocus(): () => void {
  let held: Element | undefined
  /** The last one that lay in no dialog. */
  let opener: Element | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const onFocus = ({ target }: FocusEvent) => {
    held = target instanceof Element && target !== document.body ? target : undefined
    if (held && !held.closest(DIALOG)) opener = held
    clearTimeout(timer)
  }
  // Somebody who clicks on an empty place, or presses Escape in a field, means the focus to be nowhere: it is not given
  // back. A control that is gone or locked by then has lost it without being asked.
  const onBlur = () =>
    setTimeout(() => {
      if (isLost() && held?.isConnected && !isLocked(held)) held = undefined
    })

  function give(): void {
    if (!held || !isLost()) return
    // A row's button is locked while its change is under way, and waited for.
    const to = held.isConnected ? held : nextPlace(opener)
    if (to instanceof HTMLElement && !isLocked(to)) to.focus({ preventScroll: true })
  }

  const observer = new MutationObserver(() => {
    if (!held || !isLost()) return
    // Waits after the last change, since other code may place the focus itself.
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
