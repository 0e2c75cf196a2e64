/** "3 tasks", "1 task". */
export const counted = (count: number, one: string) => `${count} ${count === 1 ? one : `${one}s`}`

/** "Group has 25 students and 3 tasks", of what there is any of; nothing when there is nothing. */
export function dependentsText(what: string, counts: Record<string, number>): string | undefined {
  const parts = Object.entries(counts).flatMap(([one, count]) => (count > 0 ? [counted(count, one)] : []))
  return parts.length > 0 ? `${what} has ${new Intl.ListFormat('en').format(parts)}` : undefined
}
