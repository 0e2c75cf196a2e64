/** An address of the app with its filters and its dialog; what is not given is left out. */
export function addressOf(path: string, query: Record<string, string | number | null | undefined>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value == null ? [] : [[name, `${value}`]]))
  return `${path}?${new URLSearchParams(given)}`
}
