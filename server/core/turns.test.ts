import { describe, expect, test } from 'vitest'
import { HttpError } from './errors.ts'
import { PATIENT, takingTurns, type Who } from './turns.ts'

/** Work that ends when the test says so, and what became of it. */
function bench(options: { atOnce: number; places: number }) {
  const inTurn = takingTurns(options)
  const begun: string[] = []
  const refused: string[] = []
  const finish = new Map<string, () => void>()
  const ask = (who: Who, name: string) => {
    const work = () => {
      begun.push(name)
      return new Promise<void>((resolve) => finish.set(name, resolve))
    }
    inTurn(who, work).catch((error: unknown) => {
      expect(error).toBeInstanceOf(HttpError)
      expect(error).toMatchObject({ status: 503, headers: { 'retry-after': expect.any(String) } })
      refused.push(name)
    })
  }
  const settle = () => new Promise((resolve) => setImmediate(resolve))
  /** Ends the work that runs, one after the other, until nothing waits. */
  const drain = async () => {
    for (let done = 0; done < begun.length; done += 1) {
      finish.get(begun[done] as string)?.()
      await settle()
    }
  }
  return { ask, begun, refused, settle, drain }
}

describe('work that takes turns', () => {
  test('runs so many at once; the rest waits, and is refused when there is no place', async () => {
    const at = bench({ atOnce: 2, places: 3 })
    for (const name of ['1', '2', '3', '4', '5', '6', '7']) at.ask('a', name)
    await at.settle()
    expect([at.begun, at.refused]).toEqual([
      ['1', '2'],
      ['6', '7'],
    ])
    await at.drain()
    expect(at.begun).toEqual(['1', '2', '3', '4', '5'])
    // As many have a turn and a place as before.
    for (const name of ['8', '9', '10', '11', '12', '13']) at.ask('a', name)
    await at.settle()
    expect([at.begun.slice(5), at.refused]).toEqual([
      ['8', '9'],
      ['6', '7', '13'],
    ])
  })

  test('goes round among those who ask', async () => {
    const at = bench({ atOnce: 1, places: 10 })
    for (const name of ['a1', 'a2', 'a3', 'a4']) at.ask('a', name)
    for (const name of ['b1', 'b2', 'c1']) at.ask(name.charAt(0), name)
    await at.drain()
    expect(at.begun).toEqual(['a1', 'a2', 'b1', 'c1', 'a3', 'b2', 'a4'])
  })

  test('finds a place for who has fewer than another', async () => {
    const at = bench({ atOnce: 1, places: 3 })
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) at.ask(name.charAt(0), name)
    await at.settle()
    expect([...at.refused].sort()).toEqual(['a3', 'a4', 'b2'])
    await at.drain()
    expect(at.begun).toEqual(['a1', 'a2', 'b1', 'c1'])
    // The one that was pushed out has left the place to the other, and not one place more.
    for (const name of ['d1', 'd2', 'd3', 'd4', 'd5']) at.ask('d', name)
    await at.settle()
    expect(at.refused.slice(3)).toEqual(['d5'])
  })

  test('that is patient needs no place, is never refused, and holds nobody up', async () => {
    const at = bench({ atOnce: 1, places: 2 })
    for (let n = 1; n <= 30; n += 1) at.ask(PATIENT, `own${n}`)
    for (const name of ['a1', 'b1', 'c1']) at.ask(name.charAt(0), name)
    await at.settle()
    expect(at.refused).toEqual(['c1'])
    await at.drain()
    expect(at.begun.slice(0, 5)).toEqual(['own1', 'own2', 'a1', 'b1', 'own3'])
    expect(at.begun).toHaveLength(32)
    // Its turns have given back no places that it never took.
    for (const name of ['d1', 'd2', 'd3', 'd4']) at.ask('d', name)
    await at.settle()
    expect(at.refused).toEqual(['c1', 'd4'])
  })

  test('that fails gives its turn on', async () => {
    const inTurn = takingTurns({ atOnce: 1, places: 1 })
    const failing = inTurn('a', () => Promise.reject(new Error('broken')))
    const next = inTurn('a', async () => 'done')
    await expect(failing).rejects.toThrow('broken')
    expect(await next).toBe('done')
  })
})
