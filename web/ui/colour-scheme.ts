export type ColourScheme = 'light' | 'dark'

// Written by the kit once, whose name it keeps; the page of the sign-in reads it too (server/http/sign-in-page.ts).
const KEY = 'mantine-color-scheme-value'

const system = () => matchMedia('(prefers-color-scheme: dark)')

/** Returns the colours that the person chose on this device, else those of the system. */
export function colourScheme(): ColourScheme {
  const chosen = localStorage.getItem(KEY)
  if (chosen === 'light' || chosen === 'dark') return chosen
  return system().matches ? 'dark' : 'light'
}

function apply(): void {
  document.documentElement.dataset.mantineColorScheme = colourScheme()
}

/** Draws the page in its colours, and again whenever they change here, in another tab or in the system. */
export function followColourScheme(): void {
  apply()
  system().addEventListener('change', apply)
  window.addEventListener('storage', ({ key }) => key === KEY && apply())
}

/** Chooses the colours of this device. */
export function chooseColourScheme(scheme: ColourScheme): void {
  localStorage.setItem(KEY, scheme)
  apply()
}
