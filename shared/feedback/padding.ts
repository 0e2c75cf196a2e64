const LEAST = 4096
const FOR_A_QUESTION = 512

const bytesOf = (value: unknown) => new TextEncoder().encode(JSON.stringify(value)).length

/**
 * Pads a response to a power of two, with room for each question's text, which an answer repeats, and for some
 * sentences to it. Proxies and listeners see only that length, not how much was answered. The server ignores the
 * padding.
 */
export function padded<B extends object>(body: B, questions: readonly string[]): B & { padding: string } {
  const length = bytesOf({ ...body, padding: '' })
  const room = Math.max(length, LEAST + FOR_A_QUESTION * questions.length + bytesOf(questions))
  return { ...body, padding: ' '.repeat(2 ** Math.ceil(Math.log2(room)) - length) }
}
