import { store } from './store.ts'

const KEY = 'letter-keys'

const letterKeys = store(localStorage.getItem(KEY) !== 'off')

/** Returns true while single letters are commands. People whose device presses letters by itself turn that off. */
export const hasLetterKeys = () => letterKeys.get()
export const useLetterKeys = () => letterKeys.use()

/** Turns single letters on or off on this device. */
export function chooseLetterKeys(on: boolean): void {
  if (on) localStorage.removeItem(KEY)
  else localStorage.setItem(KEY, 'off')
  letterKeys.set(on)
}
