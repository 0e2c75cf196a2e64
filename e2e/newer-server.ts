import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../shared/contract/all.ts'

/** A word that the browser does not know. */
export const NEW_WORD = 'unheard_of'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypeDef & Record<string, unknown>

const replaced = (value: unknown) => (typeof value === 'string' ? NEW_WORD : value)

const withNewEntries = (value: unknown, schemaOf: (key: string) => Schema | undefined) =>
  Object.fromEntries(
    Object.entries(value as object).map(([key, one]) => {
      const schema = schemaOf(key)
      return [key, schema ? withNewWords(schema, one) : one]
    }),
  )

/** Types of schemas that hold a closed list or other schemas, with the way to its words; others are looked into. */
const BY_TYPE: Record<string, (def: Def, value: unknown) => unknown> = {
  enum: (_def, value) => replaced(value),
  literal: (_def, value) => replaced(value),
  array: (def, value) => (value as unknown[]).map((one) => withNewWords(def.element as Schema, one)),
  record: (def, value) => withNewEntries(value, () => def.valueType as Schema),
  object: (def, value) => withNewEntries(value, (key) => (def.shape as Record<string, Schema>)[key]),
  union: (def, value) => {
    const option = (def.options as Schema[]).find((one) => z.safeParse(one, value).success)
    return option ? withNewWords(option, value) : value
  },
  lazy: (def, value) => withNewWords((def.getter as () => Schema)(), value),
}

/** A reply with every word of a closed list replaced by one that is not on it. */
function withNewWords(schema: Schema, value: unknown): unknown {
  if (value === null || value === undefined) return value
  const def = schema._zod.def as Def
  const byType = BY_TYPE[def.type]
  if (byType) return byType(def, value)
  const inner = def.innerType ?? def.out
  return inner ? withNewWords(inner as Schema, value) : value
}

const byPath = declaredEndpoints
  .toSorted((a, b) => (a.path.replaceAll(':', '~') < b.path.replaceAll(':', '~') ? -1 : 1))
  .map((endpoint) => ({ endpoint, pattern: new RegExp(`^/api${endpoint.path.replace(/:(\w+)/g, '[^/]+')}$`) }))

/**
 * Makes a page read of a server that was updated under it. Only the account says nothing new: with a new role a person
 * would be shown less.
 */
export async function updateServerOf(page: Page): Promise<void> {
  await page.route('**/api/**', async (route) => {
    const { pathname } = new URL(route.request().url())
    const found = byPath.find(({ endpoint, pattern }) => endpoint.method === 'GET' && pattern.test(pathname))
    if (route.request().method() !== 'GET' || !found?.endpoint.reply || /^\/api\/(auth|start)/.test(pathname))
      return route.fallback()
    const response = await route.fetch()
    if (!response.ok()) return route.fulfill({ response })
    const json = withNewWords(found.endpoint.reply as Schema, await response.json())
    return route.fulfill({ response, json })
  })
}
