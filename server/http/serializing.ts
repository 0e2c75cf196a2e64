import type { FastifySerializerCompiler } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '../../shared/endpoint.ts'

/** A whole number as a type of its own: as a check, which it is in Zod, each costs a list as much as ten texts. */
const WholeNumber = z.core.$constructor<z.core.$ZodNumber>('WholeNumber', (inst, def) => {
  z.core.$ZodNumber.init(inst, def)
  inst._zod.parse = (payload) => {
    if (!Number.isSafeInteger(payload.value))
      payload.issues.push({ code: 'invalid_type', expected: 'int', input: payload.value, inst })
    return payload
  }
})

const isText = (value: unknown) => typeof value === 'string'

/** A record by text, of texts where `ofTexts`: Zod runs a schema for each key and copies, which is left out where all fit. */
const PlainRecord = z.core.$constructor<z.core.$ZodRecord>('PlainRecord', (inst, def) => {
  z.core.$ZodRecord.init(inst, def)
  const walk = inst._zod.parse
  const ofTexts = isPlainText(def.valueType)
  inst._zod.parse = (payload, context) => {
    const { value } = payload
    const isPlain = typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype
    const values = isPlain ? Object.values(value) : undefined
    return values && (values.length === 0 || (ofTexts && values.every(isText))) ? payload : walk(payload, context)
  }
})

function isPlainText(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod
  return def.type === 'string' && !('format' in def) && !def.checks
}

/**
 * Returns the schema with its objects compiled: `zod/mini`, small for the browser, walks them key by key, which costs a
 * list of 60 rows four times as much.
 */
function compiled(schema: Schema): Schema {
  const { def } = (schema as z.core.$ZodTypes)._zod
  switch (def.type) {
    case 'object': {
      const shape = Object.fromEntries(Object.entries(def.shape).map(([key, field]) => [key, compiled(field)]))
      return new z.core.$ZodObjectJIT({ ...def, shape } as z.core.$ZodObjectDef)
    }
    case 'number':
      return 'format' in def && def.format === 'safeint' && !def.checks ? new WholeNumber({ type: 'number' }) : schema
    case 'array':
      return new z.core.$ZodArray({ ...def, element: compiled(def.element) })
    case 'nullable':
      return new z.core.$ZodNullable({ ...def, innerType: compiled(def.innerType) })
    case 'optional':
      return new z.core.$ZodOptional({ ...def, innerType: compiled(def.innerType) })
    case 'record':
      return isPlainText(def.keyType)
        ? new PlainRecord({ ...def, valueType: compiled(def.valueType as Schema) } as z.core.$ZodRecordDef)
        : schema
    case 'union':
      return new z.core.$ZodUnion({ ...def, options: def.options.map((option) => compiled(option)) })
    default:
      return schema
  }
}

/** Checks an answer against the contract and leaves out what is not declared. */
export const serializerCompiler: FastifySerializerCompiler<Schema> = ({ schema, method, url }) => {
  // At the first answer: a start does not wait for what few call.
  let reply: Schema | undefined
  return (answer) => {
    reply ??= compiled(schema)
    const checked = z.safeParse(reply, answer)
    if (!checked.success)
      throw new Error(`The answer of ${method} ${url} breaks its contract`, { cause: checked.error })
    return JSON.stringify(checked.data)
  }
}
