import type { FastifySchemaCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '../../shared/endpoint.ts'
import { invalid, notFound } from '../core/errors.ts'
import { fieldErrors } from '../core/field-errors.ts'

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
