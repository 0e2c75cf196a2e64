import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { HttpError, malformed } from '../core/errors.ts'

/** A sign of numbers that may be read as other ones; a text without it is read once. */
const MANY_DIGITS = /\d(?:\.?\d){15}|\d[eE][+-]?\d{3}/

/** The digits of a number that count, and where its point stands: the same for `12.340` and `1234e-2`. */
function digitsOf(written: string): string | undefined {
  const [, whole = '', part = '', exponent = '0'] = /^-?(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(written) ?? []
  const digits = (whole + part).replace(/^0+/, '')
  if (whole === '' || digits === '') return whole && '0'
  const significant = digits.replace(/0+$/, '')
  return `${significant}e${Number(exponent) - part.length + digits.length - significant.length}`
}

/** Returns NaN for a number that JSON.parse had to round, which every field refuses, and any other value as it is. */
const exactOnly = (_key: string, value: unknown, { source }: { source?: string }) =>
  typeof value === 'number' && source !== undefined && digitsOf(source) !== digitsOf(String(value)) ? Number.NaN : value

function readExactly(text: string): unknown {
  try {
    return JSON.parse(text, exactOnly as Parameters<typeof JSON.parse>[1])
  } catch {
    // Nested so deeply that it can't be looked through.
    return malformed('The request is malformed.')
  }
}

/** JSON whose numbers are those that were written: none is rounded on the way in. */
export function readJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    // A text that is not UTF-8 would be stored as another one than was sent.
    if (typeof body !== 'string' && !isUtf8(body)) return done(malformed('The request is malformed.'))
    const text = String(body)
    // An empty body is no body: some clients name JSON as their type with nothing to say.
    if (text === '') return done(null, undefined)
    parse(request, text, (error, read: unknown) => {
      if (error || !MANY_DIGITS.test(text)) return done(error, read)
      const exact = readExactly(text)
      done(exact instanceof HttpError ? exact : null, exact)
    })
  })
}
