/** Long enough for the browser to have taken the file. */
const RELEASE_AFTER_MS = 1000

export function releaseAddress(address: string): void {
  setTimeout(() => URL.revokeObjectURL(address), RELEASE_AFTER_MS)
}

/** Hands a file to the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.rel = 'noopener'
  link.click()
  releaseAddress(address)
}

/** Makes the words of a file's name: "results-osce-group-a". */
export const fileWords = (...words: readonly string[]) =>
  words
    .map((one) =>
      one
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
        .trim()
        .slice(0, 60)
        .trim()
        .replaceAll(' ', '-'),
    )
    .join('-')
