import type * as z from 'zod/mini'

/**
 * Zod's issues as messages by top-level field; of a list of records by the field of its row, `results.3.marks`. `body`
 * stands for the whole.
 */
export function fieldErrors(issues: readonly Pick<z.core.$ZodIssue, 'path' | 'message'>[]): Record<string, string[]> {
  const errors: Record<string, string[]> = Object.create(null)
  for (const { path, message: said } of issues) {
    const [top = 'body', row, ...inRow] = path
    const field = typeof row === 'number' && inRow.length > 0 ? path.join('.') : String(top)
    const message = field === 'body' && said === 'Invalid input' ? 'The body must be a JSON object' : said
    errors[field] ??= []
    if (!errors[field].includes(message)) errors[field].push(message)
  }
  return errors
}
