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

/** Reads the pattern as JavaScript does with the flag u, without lookaround and references. */
function parse(pattern: string): Node {
  let rest = pattern
  const take = (text: string) => {
    rest = rest.slice(text.length)
    return text
  }

  function one(source: string): Node {
    try {
      return { kind: 'one', of: new RegExp(`^(?:${take(source)})$`, 'u') }
    } catch {
      throw new NoPattern()
    }
  }

  function single(): Node {
    if (rest.startsWith('(')) {
      if (rest.startsWith('(?') && !rest.startsWith('(?:')) throw new NoPattern()
      take(rest.startsWith('(?:') ? '(?:' : '(')
      const inner = alternatives()
      if (take(rest.slice(0, 1)) !== ')') throw new NoPattern()
      return inner
    }
    if (rest.startsWith('^') || rest.startsWith('$'))
      return { kind: 'edge', at: take(rest.slice(0, 1)) === '^' ? 'start' : 'end' }
    if (rest.startsWith('[') || rest.startsWith('\\')) {
      const [source] = (rest.startsWith('[') ? CLASS : ESCAPED).exec(rest) ?? []
      if (!source) throw new NoPattern()
      return one(source)
    }
    return one(String.fromCodePoint(rest.codePointAt(0) ?? 0))
  }

  function repeated(): Node {
    const part = single()
    const quantifier = QUANTIFIER.exec(rest)
    if (!quantifier) return part
    const { min, max } = repeatsOf(quantifier)
    if (max < min || part.kind === 'edge') throw new NoPattern()
    take(quantifier[0])
    // Greedy or lazy makes no difference to whether a whole text fits.
    if (rest.startsWith('?')) take('?')
    return { kind: 'repeat', part, min, max }
  }

  function sequence(): Node {
    const parts: Node[] = []
    while (rest !== '' && !/^[|)]/.test(rest)) parts.push(repeated())
    return { kind: 'all', parts }
  }

  function alternatives(): Node {
    const parts = [sequence()]
    while (rest.startsWith('|')) {
      take('|')
      parts.push(sequence())
    }
    return { kind: 'any', parts }
  }

  const whole = alternatives()
  if (rest !== '') throw new NoPattern()
  return whole
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
    const { states, start } = statesOf(parse(pattern))
    return (text) => fits(states, start, [...text])
  } catch (error) {
    if (error instanceof NoPattern) return undefined
    throw error
  }
}

/** Follows all states that are reached without a character, and with each character to the next ones. */
function fits(states: readonly State[], start: number, characters: readonly string[]): boolean {
  // The character at which each state was reached last, so that none is followed twice.
  const reachedAt = new Uint32Array(states.length)
  let from = [start]
  for (let at = 0; at <= characters.length; at += 1) {
    const character = characters[at]
    const next: number[] = []
    const known = new Map<RegExp, boolean>()
    const isOf = (of: RegExp) => {
      const answer = known.get(of) ?? (character !== undefined && of.test(character))
      known.set(of, answer)
      return answer
    }
    const places = from
    while (places.length > 0) {
      const place = places.pop() ?? 0
      if (reachedAt[place] === at + 1) continue
      reachedAt[place] = at + 1
      const state = states[place]
      if (state?.kind === 'fork') places.push(...state.to)
      else if (state?.kind === 'edge') {
        if (at === (state.at === 'start' ? 0 : characters.length)) places.push(state.next)
      } else if (state?.kind === 'one' && isOf(state.of)) next.push(state.next)
    }
    if (character === undefined) return reachedAt[0] === at + 1
    from = next
  }
  return false
}
