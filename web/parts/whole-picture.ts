const [JPEG_END, JPEG_SCAN] = [0xd9, 0xda]

/**
 * Returns false for a JPEG or PNG that breaks off, as one does that was not wholly transferred: a browser draws what is
 * there, and the rest of the page is blank. Data behind a picture's end, as some phones write, are no fault.
 */
export function isWholePicture(bytes: Uint8Array): boolean {
  if (bytes[0] === 0xff && bytes[1] === 0xd8) return isWholeJpeg(bytes)
  if (bytes[0] === 0x89 && bytes[1] === 0x50) return isWholePng(bytes)
  return true
}

/** Steps over the parts before the picture itself: a small picture among them has an end of its own. */
function isWholeJpeg(bytes: Uint8Array): boolean {
  let at = 2
  while (at + 3 < bytes.length && bytes[at] === 0xff && bytes[at + 1] !== JPEG_SCAN) {
    if (bytes[at + 1] === 0xff) at += 1
    else at += 2 + (((bytes[at + 2] ?? 0) << 8) | (bytes[at + 3] ?? 0))
  }
  for (; at + 1 < bytes.length; at += 1) if (bytes[at] === 0xff && bytes[at + 1] === JPEG_END) return true
  return false
}

/** Steps from chunk to chunk: length, name, content, checksum. */
function isWholePng(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 8
  while (at + 12 <= bytes.length) {
    if (view.getUint32(at + 4) === 0x49454e44) return true
    at += 12 + view.getUint32(at)
  }
  return false
}
