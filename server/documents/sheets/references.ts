/** `AB1` → 28. @throws for what no sheet has */
export function columnOf(reference: string): number {
  const letters = /^([A-Z]{1,3})\d{1,7}$/.exec(reference)?.[1]
  if (letters === undefined) throw new Error('Not a cell')
  return [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0)
}

/** `AB12` → 12. */
export const lineOf = (reference: string) => Number(/\d+$/.exec(reference)?.[0])
