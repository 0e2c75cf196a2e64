import { useEffect, useRef } from 'react'
import { hasLetterKeys } from '../../core/letter-keys.ts'

/** A letter this long after `g` is no command. */
const WITHIN_MS = 2000

const FIELDS = 'input, textarea, select, [contenteditable], [role="combobox"], [role="listbox"], [role="menu"]'

/** Returns true when nothing else wants the key: no field, no open dialog, no further key held down. */
function isFree({ ctrlKey, metaKey, altKey, isComposing, defaultPrevented, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey || isComposing || defaultPrevented || !hasLetterKeys()) return false
  // Set by ui/Dialog.tsx.
  if (document.documentElement.dataset.dialog !== undefined) return false
  return !(target instanceof Element && target.closest(FIELDS))
}

/** Returns the pressed letter: the one of the keyboard, and where that has others, as for Urdu, that of the place. */
const letterOf = ({ key, code }: KeyboardEvent) =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()

/** Calls with the letter that is pressed after `g`, and for help at `?`. */
export function useLetters(onLetter: (letter: string) => void, onHelp: () => void): void {
  const calls = useRef({ onLetter, onHelp })
  useEffect(() => {
    calls.current = { onLetter, onHelp }
  })
  useEffect(() => {
    let begunAt = Number.NEGATIVE_INFINITY
    const press = (event: KeyboardEvent) => {
      if (!isFree(event)) return
      if (event.key === '?') return calls.current.onHelp()
      const letter = letterOf(event)
      const isSecond = event.timeStamp - begunAt < WITHIN_MS
      begunAt = !isSecond && letter === 'g' && !event.repeat ? event.timeStamp : Number.NEGATIVE_INFINITY
      if (isSecond) calls.current.onLetter(letter)
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [])
}
