/** Returns the SHA-256 of bytes in hex; undefined on a page without https, where browsers have no digest. */
export async function sha256Of(bytes: BufferSource): Promise<string | undefined> {
  const { subtle } = globalThis.crypto
  if (!subtle) return undefined
  const digest = await subtle.digest('SHA-256', bytes)
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
