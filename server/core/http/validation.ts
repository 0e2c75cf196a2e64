import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '../../../shared/endpoint.ts'
import { invalid, notFound } from '../errors.ts'

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

const namesARecord = (field: string) => field === 'id' || field.endsWith('_id')

/** Checks what came with the contract's own schema: 422 by field, and 404 for an id in the address that can't be one. */
export const validatorCompiler: FastifySchemaCompiler<Schema> = ({ schema, httpPart }) => {
  return (given: unknown) => {
    const parsed = z.safeParse(schema, httpPart === 'body' ? (given ?? {}) : given)
    if (parsed.success) return { value: parsed.data }
    const errors = fieldErrors(parsed.error.issues)
    return { error: httpPart === 'params' && Object.keys(errors).some(namesARecord) ? notFound() : invalid(errors) }
  }
}
