import { folded } from '../../../shared/folding.ts'

/**
 * Returns the SHA-256 of a name, folded, in hex: the server compares it, and a device that keeps it names nobody. A page
 * without https has no digest, and sends the name itself.
 */
export async function nameProof(name: string): Promise<string> {
  const { subtle } = globalThis.crypto
  if (!subtle) return name
  const digest = await subtle.digest('SHA-256', new TextEncoder().encode(folded(name)))
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
