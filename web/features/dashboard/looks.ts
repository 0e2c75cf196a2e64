import type { Screen, ScreenLook } from '../../core/screens.ts'

/** The looks of all screens. They come with the dashboard and the navigation: the first code does without. */
const LOOKS = Object.values(import.meta.glob<ScreenLook>('../*/{look,*.look}.ts', { eager: true, import: 'look' }))

/** Returns the looks of these screens, in their order. */
export const looksOf = (screens: readonly Screen[]): ScreenLook[] =>
  screens.flatMap((one) => LOOKS.find(({ screen }) => screen === one) ?? [])
