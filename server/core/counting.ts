/** "3 tasks", "1 task". */
export const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

/** "3 tasks, 2 groups and 1 student". */
export function inWords(parts: string[]): string {
  // Made when it is first asked for: that takes 10 ms of a start.
  list ??= new Intl.ListFormat('en-GB')
  return list.format(parts)
}
let list: Intl.ListFormat | undefined
