const LEAST = 4096
const FOR_A_QUESTION = 512

/**
 * Pads a response to a power of two, with room for some sentences to each question. Proxies and listeners see only that
 * length, not how much was answered. The server ignores the padding.
 */
export function padded<B extends object>(body: B, questions: number): B & { padding: string } {
  const { length } = new TextEncoder().encode(JSON.stringify({ ...body, padding: '' }))
  const room = Math.max(length, LEAST + FOR_A_QUESTION * questions)
  return { ...body, padding: ' '.repeat(2 ** Math.ceil(Math.log2(room)) - length) }
}
