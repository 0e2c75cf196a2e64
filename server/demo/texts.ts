import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod/mini'

const { localeError } = z.locales.en()

/**
 * Reads the content of the demo college in `texts/<name>.json`.
 * @throws Error that names the file and each wrong place in it
 */
export function readTexts<Schema extends z.ZodMiniType>(name: string, schema: Schema): z.infer<Schema> {
  const file = join(import.meta.dirname, 'texts', `${name}.json`)
  try {
    return z.parse(schema, JSON.parse(readFileSync(file, 'utf8')), { error: localeError })
  } catch (error) {
    const problems = error instanceof z.core.$ZodError ? z.prettifyError(error) : error
    throw new Error(`${file} is wrong: ${problems}`, { cause: error })
  }
}
