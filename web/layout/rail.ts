import { useLayoutEffect } from 'react'
import { store } from '../core/store.ts'

const KEY = 'rail'
/** From this width on there is room for the names beside the icons. */
const WIDE = '(min-width: 90em)'

type Rail = 'open' | 'folded'

function atFirst(): Rail {
  const chosen = localStorage.getItem(KEY)
  if (chosen === 'open' || chosen === 'folded') return chosen
  return matchMedia(WIDE).matches ? 'open' : 'folded'
}

const rail = store<Rail | undefined>(undefined)

/** Returns whether the navigation shows names or icons alone: as chosen on this device, else as there is room. */
export const useRail = (): Rail => rail.use() ?? atFirst()

export function chooseRail(chosen: Rail): void {
  localStorage.setItem(KEY, chosen)
  rail.set(chosen)
}

/** Keeps the room of the navigation from the first drawing on (Frame.module.css), so that nothing moves when it comes. */
export function useRoomForRail(): void {
  const state = useRail()
  useLayoutEffect(() => {
    document.documentElement.dataset.rail = state
    return () => {
      delete document.documentElement.dataset.rail
    }
  }, [state])
}
