/** "3 tasks", "1 task". */
export const countText = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`

const list = new Intl.ListFormat('en-GB')
/** "3 tasks, 2 groups and 1 student". */
export const inWords = (parts: string[]) => list.format(parts)
