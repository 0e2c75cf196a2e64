/** Returns a unique text. `crypto.randomUUID` is missing where the page comes without TLS. */
export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')
