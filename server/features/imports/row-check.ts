import * as z from 'zod/mini'
import type { Schema } from '../../../shared/endpoint.ts'

// Checks the rows of a file by a contract's schema. A file says the same again and again: one batch, three genders, the
// days of birth of a year. Each of its values is checked once.

/** So many different values of a field are remembered. */
const REMEMBERED_MOST = 2000
/** A field that has another value in each of so many first rows has a value of its own in every row. */
const DIFFERENT_MOST = 200

const isPlain = (value: unknown) => value !== null && value !== undefined && typeof value !== 'object'

/** The right values of a field, and what becomes of each. */
class Answers {
  readonly #known = new Map<unknown, unknown>()
  #isRepeating = false

  get isUseless() {
    return this.#known.size >= DIFFERENT_MOST && !this.#isRepeating
  }

  of(given: unknown): unknown {
    const answer = this.#known.get(given)
    if (answer !== undefined) this.#isRepeating = true
    return answer
  }

  keep(given: unknown, answer: unknown): void {
    if (this.#known.size < REMEMBERED_MOST && isPlain(given) && isPlain(answer)) this.#known.set(given, answer)
  }

  forget(): void {
    this.#known.clear()
    this.#isRepeating = false
  }
}

/** Returns the field with its right values kept in `answers`. Wrong ones are checked each time. */
function remembering(field: z.core.$ZodType, answers: Answers): z.core.$ZodType {
  const { run } = field._zod
  const check: typeof run = (payload, context) => {
    const given = payload.value
    if (given === undefined || answers.isUseless) return run(payload, context)
    const known = answers.of(given)
    if (known !== undefined) {
      payload.value = known
      return payload
    }
    const checked = run(payload, context)
    if (!(checked instanceof Promise) && checked.issues.length === 0) answers.keep(given, checked.value)
    return checked
  }
  const inside = Object.create(field._zod, { run: { value: check } })
  return Object.create(field, { _zod: { value: inside } })
}

interface Remembering<S extends Schema> {
  schema: S
  answers: Answers[]
}

/** Kept by schema: one that is new with each file is slow for its first thousands of rows. */
const made = new WeakMap<Schema, Remembering<Schema>>()

/** Makes an object's schema anew, compiled as `server/http/serializing.ts` does it, over fields that remember. */
function remade<S extends Schema>(schema: S): Remembering<S> {
  const { def } = (schema as unknown as z.core.$ZodTypes)._zod
  if (def.type !== 'object') return { schema, answers: [] }
  const answers: Answers[] = []
  const shape = Object.fromEntries(
    Object.entries(def.shape).map(([name, field]) => {
      const ofField = new Answers()
      answers.push(ofField)
      return [name, remembering(field, ofField)]
    }),
  )
  return { schema: new z.core.$ZodObjectJIT({ ...def, shape } as z.core.$ZodObjectDef) as unknown as S, answers }
}

/** Checks a row as `z.safeParse` does; disposing of it forgets the values of the file. */
export interface RowCheck<S extends Schema> extends Disposable {
  (given: unknown): z.core.util.SafeParseResult<z.output<S>>
}

/** Returns what checks the rows of one file. An answer may depend on the day, so that none outlives its file. */
export function rowCheck<S extends Schema>(of: S): RowCheck<S> {
  const { schema, answers } = made.getOrInsertComputed(of, remade) as Remembering<S>
  const forget = () => {
    for (const ofField of answers) ofField.forget()
  }
  return Object.assign((given: unknown) => z.safeParse(schema, given), { [Symbol.dispose]: forget })
}
