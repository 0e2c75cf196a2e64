import { expect, test } from 'vitest'
import { declaredEndpoints, featureOf } from '../../../shared/contract/all.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import { FEATURES } from '../../features.ts'
import { idPlaces } from '../../testing/id-places.ts'
import { WALKS, walked } from '../../testing/walked.ts'
import { FRAME, type Walks } from '../../testing/walks.ts'

// Each feature says in its walks.ts what the tests that walk everything need; nothing is forgotten, or left behind.

const features = Object.entries(WALKS)
// The module of `nameOf` fails as a whole at the first id of no known kind.
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`

test('no walks are of a feature that is not there', () => {
  expect(Object.keys(FEATURES)).toEqual(expect.arrayContaining(Object.keys(WALKS)))
})

test('every id in every call is of a kind that some feature makes', () => {
  const forgotten = declaredEndpoints.flatMap((endpoint) => {
    try {
      idPlaces(endpoint)
      return []
    } catch (error) {
      return String(error)
    }
  })
  const kinds = walked('kinds')
  const isMade = (kind: string) => kinds[kind]?.make !== undefined || FRAME.some((one) => one === kind && kinds[one])
  for (const [feature, { ids = {}, kinds: own = {} }] of features)
    for (const kind of new Set([...Object.values(ids), ...Object.keys(own)]))
      if (!isMade(kind)) forgotten.push(`${feature}: nothing makes one ${kind} for the walk of foreign ids`)
  expect(forgotten).toEqual([])
})

test('every feature says it of its own calls, and of none that is not there', () => {
  const names = new Set(declaredEndpoints.flatMap((endpoint) => idPlaces(endpoint).flatMap(({ path }) => path)))
  const wrong: string[] = []
  for (const [feature, walks] of features) {
    const own = declaredEndpoints.filter((endpoint) => featureOf(endpoint) === feature)
    const paths = own.map(({ path }) => path)
    const calls = own.flatMap((endpoint) => [nameOf(endpoint), ...(endpoint.json ? [`${nameOf(endpoint)} json`] : [])])
    const places = own.flatMap((one) => idPlaces(one).map(({ path }) => `${nameOf(one)} ${path.join('.')}`))
    const isThere = (id: string) => names.has(id) || paths.some((path) => path.startsWith(`${id}/`))
    const said = (...parts: (keyof Walks)[]) => parts.flatMap((part) => Object.keys(walks[part] ?? {}))
    const left = [
      ...said('ids').filter((id) => !isThere(id)),
      ...said('filters', 'keptLists').filter((path) => !paths.includes(path)),
      ...said('prepared', 'writesNothing').filter((call) => !calls.includes(call)),
      ...said('tells', 'refusedBefore').filter((place) => !places.includes(place)),
    ]
    wrong.push(...left.map((one) => `${feature}: ${one} is none of its own`))
  }
  expect(wrong).toEqual([])
})

test('every feature that is searched says by which list its hits are read', () => {
  const searched = Object.entries(FEATURES).flatMap(([name, { hits }]) => (hits ? name : []))
  expect(features.flatMap(([name, { found }]) => (found ? name : [])).sort()).toEqual(searched.sort())
})

test('nothing is said by two features', () => {
  const parts = ['kinds', 'ids', 'prepared', 'filters', 'files', 'keptLists'] as const
  for (const part of parts) {
    const said = features.flatMap(([, walks]) => Object.keys(walks[part] ?? {}))
    expect(said.sort(), part).toEqual([...new Set(said)].sort())
  }
})
