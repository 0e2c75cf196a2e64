import type { Page } from '@playwright/test'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../shared/contract/all.ts'

/** A word that the browser does not know. */
export const NEW_WORD = 'unheard_of'

type Schema = z.core.$ZodType
type Def = z.core.$ZodTypeDef & Record<string, unknown>

/** A reply with every word of a closed list replaced by one that is not on it. */
function withNewWords(schema: Schema, value: unknown): unknown {
  const def = schema._zod.def as Def
  const inner = def.innerType ?? def.out
  if (value === null || value === undefined) return value
  if (def.type === 'enum') return typeof value === 'string' ? NEW_WORD : value
  if (def.type === 'literal') return typeof value === 'string' ? NEW_WORD : value
  if (def.type === 'array') return (value as unknown[]).map((one) => withNewWords(def.element as Schema, one))
  if (def.type === 'record')
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, withNewWords(def.valueType as Schema, one)]),
    )
  if (def.type === 'object') {
    const shape = def.shape as Record<string, Schema>
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, shape[key] ? withNewWords(shape[key], one) : one]),
    )
  }
  if (def.type === 'union') {
    const option = (def.options as Schema[]).find((one) => z.safeParse(one, value).success)
    return option ? withNewWords(option, value) : value
  }
  if (def.type === 'lazy') return withNewWords((def.getter as () => Schema)(), value)
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
