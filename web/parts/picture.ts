import { endingOf } from '../../shared/files.ts'
import { isWholePicture } from './whole-picture.ts'

/** Handwriting stays readable, and ten pages have half of the megabytes that may be sent. */
const LONG_SIDE = 1800
const QUALITY = 0.78
/** Twice the size at which a page is shown in its list. */
const SMALL_SIDE = 192

interface Size {
  width: number
  height: number
}

/** A picture as it goes into a PDF: upright, reduced, a JPEG. */
export interface Picture extends Size {
  jpeg: Blob
  /** The same, to be shown in a list. */
  small: Blob
}

/** Returns the size with its proportions, of which no side is longer than `most`. */
function within({ width, height }: Size, most: number): Size {
  const scale = Math.min(1, most / Math.max(width, height))
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) }
}

/** Draws on a canvas of this size, and gives it to `use`. A phone's memory can't wait until its pixels are collected. */
async function drawn<T>(
  from: CanvasImageSource,
  { width, height }: Size,
  use: (canvas: HTMLCanvasElement) => Promise<T>,
) {
  const canvas = document.createElement('canvas')
  try {
    canvas.width = width
    canvas.height = height
    const context = canvas.getContext('2d')
    if (!context) throw new Error('No room for a picture')
    context.imageSmoothingQuality = 'high'
    // A JPEG knows no transparency, which would turn black.
    context.fillStyle = '#fff'
    context.fillRect(0, 0, width, height)
    context.drawImage(from, 0, 0, width, height)
    return await use(canvas)
  } finally {
    canvas.width = 0
  }
}

function jpegOf(canvas: HTMLCanvasElement): Promise<Blob> {
  return new Promise((resolve, reject) => {
    const take = (blob: Blob | null) => (blob ? resolve(blob) : reject(new Error('No room for a picture')))
    canvas.toBlob(take, 'image/jpeg', QUALITY)
  })
}

/**
 * Reads a picture once, and reduces it: the chosen file, which a phone's camera may delete soon, is not needed again. An
 * image element turns it as its EXIF data say, and may read a large one in a part of its size, unlike a bitmap.
 * @throws whatever the browser says of a picture that it can't read, and of one that breaks off
 */
export async function readPicture(file: Blob): Promise<Picture> {
  if (!isWholePicture(new Uint8Array(await file.arrayBuffer()))) throw new Error('A picture that breaks off')
  const address = URL.createObjectURL(file)
  const image = new Image()
  try {
    image.src = address
    await image.decode()
    const whole = { width: image.naturalWidth, height: image.naturalHeight }
    if (whole.width === 0 || whole.height === 0) throw new Error('A picture without a size')
    const size = within(whole, LONG_SIDE)
    return await drawn(image, size, async (canvas) => ({
      ...size,
      jpeg: await jpegOf(canvas),
      small: await drawn(canvas, within(size, SMALL_SIDE), jpegOf),
    }))
  } finally {
    image.removeAttribute('src')
    URL.revokeObjectURL(address)
  }
}

const isOfIphone = (name: string) => ['heic', 'heif'].includes(endingOf(name))

/** Returns the message about a picture that this browser can't read. */
export const unreadablePicture = (name: string): string =>
  isOfIphone(name)
    ? `Picture "${name}" is HEIC, which this browser cannot read. Save it as JPEG and choose it again. An iPhone takes JPEG with Settings, Camera, Formats, Most Compatible.`
    : `Picture "${name}" cannot be read. Choose it again, save it as JPEG first, or photograph the page once more.`
