/** The longest pattern, and the most states it may have, with repeats counted as often as they repeat. */
export const PATTERN_MAX = 200
const STATES_MAX = 300

type Node =
  | { kind: 'one'; of: RegExp }
  | { kind: 'edge'; at: 'start' | 'end' }
  | { kind: 'all' | 'any'; parts: Node[] }
  | { kind: 'repeat'; part: Node; min: number; max: number }

type State =
  | { kind: 'one'; of: RegExp; next: number }
  | { kind: 'edge'; at: 'start' | 'end'; next: number }
  | { kind: 'fork'; to: number[] }
  | { kind: 'found' }

class NoPattern extends Error {}

const QUANTIFIER = /^(?:[*+?]|\{(\d{1,3})(,(\d{0,3}))?\})/
/** Matches an escape or class that stands for one character; edges of words and references to groups are none. */
const ESCAPED = /^\\(?:[pP]\{[\w=]+\}|u\{[\dA-Fa-f]+\}|u[\dA-Fa-f]{4}|x[\dA-Fa-f]{2}|c[A-Za-z]|[^1-9bBkpPux])/u
const CLASS = /^\[(?:\\.|[^\]\\])*\]/u

function repeatsOf(quantifier: RegExpExecArray): { min: number; max: number } {
  const [sign, min, comma, max] = quantifier
  if (sign === '*') return { min: 0, max: Infinity }
  if (sign === '+') return { min: 1, max: Infinity }
  if (sign === '?') return { min: 0, max: 1 }
  const least = Number(min)
  return { min: least, max: comma ? (max ? Number(max) : Infinity) : least }
}

/** Reads a pattern as JavaScript does with the flag u, without lookaround and references. */
class PatternReader {
  #rest: string

  constructor(pattern: string) {
    this.#rest = pattern
  }

  read(): Node {
    const whole = this.#alternatives()
    if (this.#rest !== '') throw new NoPattern()
    return whole
  }

  /** Goes on behind a text if it stands here. */
  #takes(text: string): boolean {
    if (!this.#rest.startsWith(text)) return false
    this.#rest = this.#rest.slice(text.length)
    return true
  }

  #alternatives(): Node {
    const parts = [this.#sequence()]
    while (this.#takes('|')) parts.push(this.#sequence())
    return { kind: 'any', parts }
  }

  #sequence(): Node {
    const parts: Node[] = []
    while (this.#rest !== '' && !/^[|)]/.test(this.#rest)) parts.push(this.#repeated())
    return { kind: 'all', parts }
  }

  #repeated(): Node {
    const part = this.#single()
    const quantifier = QUANTIFIER.exec(this.#rest)
    if (!quantifier) return part
    const { min, max } = repeatsOf(quantifier)
    if (max < min || part.kind === 'edge') throw new NoPattern()
    this.#takes(quantifier[0])
    // Greedy or lazy makes no difference to whether a whole text fits.
    this.#takes('?')
    return { kind: 'repeat', part, min, max }
  }

  #single(): Node {
    if (this.#takes('(?:') || this.#takes('(')) return this.#group()
    if (this.#takes('^')) return { kind: 'edge', at: 'start' }
    if (this.#takes('$')) return { kind: 'edge', at: 'end' }
    if (this.#rest.startsWith('[')) return this.#one(CLASS.exec(this.#rest)?.[0])
    if (this.#rest.startsWith('\\')) return this.#one(ESCAPED.exec(this.#rest)?.[0])
    return this.#one(String.fromCodePoint(this.#rest.codePointAt(0) ?? 0))
  }

  /** Reads on behind the opening bracket. */
  #group(): Node {
    if (this.#rest.startsWith('?')) throw new NoPattern()
    const inner = this.#alternatives()
    if (!this.#takes(')')) throw new NoPattern()
    return inner
  }

  #one(source: string | undefined): Node {
    if (source === undefined) throw new NoPattern()
    this.#takes(source)
    try {
      return { kind: 'one', of: new RegExp(`^(?:${source})$`, 'u') }
    } catch {
      throw new NoPattern()
    }
  }
}

/** Returns the states of the pattern, the last one first, and the first to start at. */
function statesOf(whole: Node): { states: State[]; start: number } {
  const states: State[] = [{ kind: 'found' }]
  let steps = 0
  const add = (state: State) => {
    if (states.length >= STATES_MAX) throw new NoPattern()
    return states.push(state) - 1
  }

  function lead(node: Node, next: number): number {
    steps += 1
    if (steps > 10 * STATES_MAX) throw new NoPattern()
    switch (node.kind) {
      case 'one':
      case 'edge':
        return add({ ...node, next })
      case 'all':
        return node.parts.reduceRight((after, part) => lead(part, after), next)
      case 'any':
        return node.parts.length === 1 && node.parts[0]
          ? lead(node.parts[0], next)
          : add({ kind: 'fork', to: node.parts.map((part) => lead(part, next)) })
      case 'repeat':
        return repeat(node, next)
    }
  }

  function repeat({ part, min, max }: { part: Node; min: number; max: number }, next: number): number {
    let at = next
    if (max === Infinity) {
      const fork = { kind: 'fork' as const, to: [next] }
      at = add(fork)
      fork.to.push(lead(part, at))
    } else for (let time = min; time < max; time += 1) at = add({ kind: 'fork', to: [next, lead(part, at)] })
    for (let time = 0; time < min; time += 1) at = lead(part, at)
    return at
  }

  const start = lead(whole, 0)
  return { states, start }
}

/**
 * Returns a test that a whole text fits the pattern, or undefined when the pattern is invalid, too long, or has
 * lookaround or references. The test follows all states of the pattern at once, character by character, so its time is
 * bounded by the lengths of pattern and text. JavaScript's own engine tries one way after the other, and a pattern
 * could keep a server busy with that.
 */
export function patternOf(pattern: string): ((text: string) => boolean) | undefined {
  if (pattern.length > PATTERN_MAX) return undefined
  try {
    const { states, start } = statesOf(new PatternReader(pattern).read())
    return (text) => fits(states, start, [...text])
  } catch (error) {
    if (error instanceof NoPattern) return undefined
    throw error
  }
}

type OneState = Extract<State, { kind: 'one' }>

/**
 * Returns the states that take a character, of all that are reached from `places` without one.
 * @param reachedAt the character at which each state was reached last, counted from 1, so that none is followed twice
 */
function reach(
  states: readonly State[],
  places: number[],
  reachedAt: Uint32Array,
  at: number,
  end: number,
): OneState[] {
  const takers: OneState[] = []
  while (places.length > 0) {
    const place = places.pop() ?? 0
    if (reachedAt[place] === at + 1) continue
    reachedAt[place] = at + 1
    const state = states[place]
    if (state?.kind === 'fork') places.push(...state.to)
    else if (state?.kind === 'edge' && at === (state.at === 'start' ? 0 : end)) places.push(state.next)
    else if (state?.kind === 'one') takers.push(state)
  }
  return takers
}

/** Returns the states behind those that take the character. Repeated ones have one expression, which is asked once. */
function placesBehind(takers: readonly OneState[], character: string): number[] {
  const places: number[] = []
  const known = new Map<RegExp, boolean>()
  for (const { of, next } of takers) {
    const isTaken = known.get(of) ?? of.test(character)
    known.set(of, isTaken)
    if (isTaken) places.push(next)
  }
  return places
}

/** Follows all states that are reached without a character, and with each character to the next ones. */
function fits(states: readonly State[], start: number, characters: readonly string[]): boolean {
  const reachedAt = new Uint32Array(states.length)
  const end = characters.length
  let places = [start]
  for (let at = 0; at < end; at += 1)
    places = placesBehind(reach(states, places, reachedAt, at, end), characters[at] ?? '')
  reach(states, places, reachedAt, end, end)
  return reachedAt[0] === end + 1
}
