/** Each name of the header with its weight; one that can't be read counts as refused. */
function weightsIn(header: string): Map<string, number> {
  const weights = new Map<string, number>()
  for (const one of header.toLowerCase().split(',')) {
    const [name = '', ...parameters] = one.split(';').map((part) => part.trim())
    const q = parameters.find((parameter) => parameter.startsWith('q='))
    const weight = q === undefined ? 1 : Number(q.slice(2) || Number.NaN)
    if (name !== '') weights.set(name === 'x-gzip' ? 'gzip' : name, weight > 0 && weight <= 1 ? weight : 0)
  }
  return weights
}

interface CodingChoice<C> {
  /** The one that the client likes best, of equals the first; nothing when it likes the plain answer more. */
  coding?: C
  /** The client refuses the plain answer. */
  isNeeded: boolean
}

/** Reads what an Accept-Encoding header says of these codings (RFC 9110, 12.5.3). */
export function acceptedCoding<C extends string>(header: string | undefined, codings: readonly C[]): CodingChoice<C> {
  if (!header) return { isNeeded: false }
  const weights = weightsIn(header)
  const others = weights.get('*')
  const plain = weights.get('identity') ?? others
  let coding: C | undefined
  // Among equals something smaller is better than the plain answer, and a refused coding is never better.
  let best = 0
  for (const one of codings) {
    const weight = weights.get(one) ?? others ?? 0
    if (weight <= best || weight < (plain ?? 0)) continue
    coding = one
    best = weight
  }
  return { ...(coding ? { coding } : {}), isNeeded: plain === 0 }
}
