/** Prints in the light colours whatever the screen has: on white paper those of the dark are hardly to be read. */
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
