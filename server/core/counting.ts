/** "3 tasks", "1 task". */
export const countText = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

const list = new Intl.ListFormat('en-GB')
/** "3 tasks, 2 groups and 1 student". */
export const inWords = (parts: string[]) => list.format(parts)

/** "Group has 25 students, 3 tasks and 12 attendance sessions", of what there is any of; nothing when there is nothing. */
export function dependentsText(what: string, counts: Record<string, number>): string | undefined {
  const parts = Object.entries(counts).flatMap(([one, count]) => (count > 0 ? [countText(count, one)] : []))
  return parts.length > 0 ? `${what} has ${inWords(parts)}` : undefined
}
