export interface PictureSize {
  width: number
  height: number
}

/** Frames of a JPEG that tell its size: C0 to CF, but for tables and what is no frame. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc

function sizeOfJpeg(bytes: Buffer): PictureSize | undefined {
  for (let at = 2; at + 9 <= bytes.length; ) {
    if (bytes[at] !== 0xff) return undefined
    const marker = bytes[at + 1] ?? 0
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** Returns the size of a PNG or a JPEG in pixels, as it tells it itself; nothing where it tells none. */
export function pictureSize(bytes: Buffer): PictureSize | undefined {
  if (bytes.length < 24) return undefined
  if (bytes.toString('latin1', 12, 16) === 'IHDR')
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  return bytes[0] === 0xff ? sizeOfJpeg(bytes) : undefined
}
