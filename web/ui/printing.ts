/** Prints in the light scheme: the colours of the dark one are hard to read on white paper. */
export function printInLight(): void {
  const root = document.documentElement
  let scheme: string | undefined
  window.addEventListener('beforeprint', () => {
    scheme = root.dataset.mantineColorScheme
    root.dataset.mantineColorScheme = 'light'
  })
  window.addEventListener('afterprint', () => {
    root.dataset.mantineColorScheme = scheme
  })
}
