import { declaredEndpoints } from '../../shared/contract/all.ts'
import type { Endpoint } from '../../shared/endpoint.ts'
import type { Answer, Client } from './app.ts'
import { type IdPlace, idPlaces, schemaOf, type Where } from './id-places.ts'
import { leastOf, type NamedRecords } from './least.ts'
import { pdf } from './make.ts'

export const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

/** Every place of every call where an id stands. */
export const allPlaces = declaredEndpoints.flatMap((endpoint) =>
  idPlaces(endpoint).map((place) => ({ endpoint, place })),
)

/** Returns an input with the own ids everywhere, but for one place. */
function givenTo(endpoint: Endpoint, where: Where, own: NamedRecords, other: NamedRecords, place?: IdPlace): unknown {
  const schema = schemaOf(endpoint, where)
  if (!schema) return undefined
  const isHere = place?.where === where
  const given = leastOf(endpoint, '', schema, own, isHere ? place.path : [])
  if (!isHere || !place) return given
  return replacedAt(given, leastOf(endpoint, '', schema, other, place.path), place.path)
}

/** The one with what the other has at the end of a path. */
function replacedAt(one: unknown, other: unknown, path: readonly string[]): unknown {
  const [key, ...rest] = path
  if (key === undefined) return other
  if (key === '[]') return [replacedAt((one as unknown[])[0], (other as unknown[])[0], rest)]
  const fields = one as Record<string, unknown>
  return { ...fields, [key]: replacedAt(fields[key], (other as Record<string, unknown>)[key], rest) }
}

/** Sends a call with the own ids, but for one place, which has the other's; names of files are the other's too. */
export function sendWith(
  caller: Client,
  endpoint: Endpoint,
  own: NamedRecords,
  other: NamedRecords,
  place?: IdPlace,
): Promise<Answer> {
  const mine = { ...own, fileName: other.fileName }
  const params = (givenTo(endpoint, 'params', mine, other, place) ?? {}) as Record<string, string>
  const query = (givenTo(endpoint, 'query', mine, other, place) ?? {}) as Record<string, string>
  const where = place?.where === 'json' ? 'json' : 'body'
  const body = givenTo(endpoint, where, mine, other, place)
  const asked = new URLSearchParams(query).toString()
  const path = endpoint.path.replace(/:(\w+)/g, (_, name: string) => params[name] ?? '1') + (asked && `?${asked}`)
  if (endpoint.upload && where === 'body') {
    const form = new FormData()
    for (const [field, value] of Object.entries((body ?? {}) as object)) form.set(field, String(value))
    form.set(endpoint.upload.most > 1 ? `${endpoint.upload.field}[0]` : endpoint.upload.field, pdf(), 'work.pdf')
    return caller.upload(path, form)
  }
  const call = { GET: caller.get, DELETE: caller.delete, POST: caller.post, PUT: caller.put, PATCH: caller.patch }
  return call[endpoint.method](path, body)
}

/** The ids of these records with one of them another. */
export const withId = (named: NamedRecords, kind: string, id: number): NamedRecords => ({
  ...named,
  ids: { ...named.ids, [kind]: id },
})
