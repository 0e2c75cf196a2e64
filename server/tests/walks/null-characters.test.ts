import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { declaredEndpoints } from '../../../shared/contract/all.ts'
import type { Client } from '../../testing/app.ts'
import { unfurnished } from '../../testing/college.ts'

// U+0000 is text to JSON and none to PostgreSQL: whatever field it comes in, the answer names it.

const at = await unfurnished()
const admin = await at.as('admin')
await at.make.giveRole(admin.userId, 'student')
await at.make.giveRole(admin.userId, 'principal')

interface JsonSchema {
  properties?: Record<string, JsonSchema>
  items?: JsonSchema
  type?: string
  anyOf?: JsonSchema[]
}

/** A body of this shape in which every text is `a\0b@college.test`. */
function withNulls({ properties, items, anyOf, type }: JsonSchema): unknown {
  if (properties) return Object.fromEntries(Object.entries(properties).map(([key, one]) => [key, withNulls(one)]))
  if (items) return [withNulls(items)]
  if (anyOf?.[0]) return withNulls(anyOf[0])
  return type === 'integer' || type === 'number' ? 1 : 'a\0b@college.test'
}

test('a null character in a body, a query or an address is refused with its field, or names nothing', async () => {
  const wrong: string[] = []
  const look = (what: string, { status, body }: { status: number; body: { errors?: object } }) => {
    const hasField = Object.keys(body.errors ?? {}).length > 0
    if (status >= 500 || (status === 422 && !hasField)) wrong.push(`${status} ${what}`)
  }
  let sent = 0
  const send = async (method: string, url: string, payload?: unknown) => {
    sent += 1
    const call = { GET: admin.get, DELETE: admin.delete, POST: admin.post, PUT: admin.put, PATCH: admin.patch }[
      method
    ] as Client['post']
    const answer = await call(url, payload)
    look(`${method} ${url} ${JSON.stringify(payload) ?? ''}`, answer)
    return answer
  }
  for (const { method, path, params, query, body, upload } of declaredEndpoints) {
    if (path === '/logout' || path === '/auth/refresh') continue
    const address = path.replace(/:(\w+)/g, '1')
    if (params) {
      const { status } = await send(method, path.replace(/:(\w+)/g, 'a%00b'))
      if (![404, 422, 415].includes(status)) wrong.push(`${status} ${method} ${path} with a%00b`)
      for (const [, name] of path.matchAll(/:(\w+)/g))
        await send(method, path.replace(`:${name}`, 'a%00b').replace(/:(\w+)/g, '1'))
    }
    const fields = query
      ? Object.keys((z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as JsonSchema).properties ?? {})
      : []
    for (const field of fields) await send(method, `${address}?${field}=a%00b`)
    if (!body || upload) continue
    const shape = z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonSchema
    const filled = withNulls(shape)
    await send(method, address, filled)
    for (const field of Object.keys(shape.properties ?? {})) {
      const value = (filled as Record<string, unknown>)[field]
      await send(method, address, { [field]: value })
    }
  }
  expect(wrong).toEqual([])
  expect(sent).toBeGreaterThan(200)
}, 120_000)
