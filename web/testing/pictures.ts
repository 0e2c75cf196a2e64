import { toldJpeg } from '../../server/testing/told-pictures.ts'

interface Size {
  width: number
  height: number
}

/** A picture that was drawn and written as a JPEG. */
interface Written extends Size {
  type: string
  quality: number
}

/**
 * Gives jsdom what it lacks of pictures: reading and drawing them, and their addresses. A file is a picture when its
 * name tells a size, as in `page 4000x3000.jpg`; what is drawn is written as one JPEG, of so many bytes if that is more.
 */
export function drawingPictures(bytes: number) {
  const addresses = new Map<string, Blob>()
  const canvases = new Set<HTMLCanvasElement>()
  const written: Written[] = []
  const reading = { now: 0, most: 0 }
  let last = 0

  const given = { createObjectURL: URL.createObjectURL, revokeObjectURL: URL.revokeObjectURL }
  const { getContext, toBlob } = HTMLCanvasElement.prototype
  const image = HTMLImageElement.prototype
  const sizes = new WeakMap<HTMLImageElement, Size>()
  const former = ['naturalWidth', 'naturalHeight', 'decode'].map(
    (name) => [name, Object.getOwnPropertyDescriptor(image, name)] as const,
  )

  URL.createObjectURL = (blob) => {
    last += 1
    addresses.set(`blob:college/${last}`, blob as Blob)
    return `blob:college/${last}`
  }
  URL.revokeObjectURL = (address) => void addresses.delete(address)
  const property = (get: (element: HTMLImageElement) => unknown): PropertyDescriptor => ({
    configurable: true,
    get(this: HTMLImageElement) {
      return get(this)
    },
  })
  Object.defineProperties(image, {
    naturalWidth: property((element) => sizes.get(element)?.width ?? 0),
    naturalHeight: property((element) => sizes.get(element)?.height ?? 0),
    decode: property((element) => () => decode(element)),
  })

  async function decode(element: HTMLImageElement): Promise<void> {
    reading.now += 1
    reading.most = Math.max(reading.most, reading.now)
    await new Promise((resolve) => setTimeout(resolve, 1))
    reading.now -= 1
    const file = addresses.get(element.src)
    const [, width, height] = /(\d+)x(\d+)/.exec(file instanceof File ? file.name : '') ?? []
    if (!width || !height) throw new DOMException('The source image cannot be decoded.', 'EncodingError')
    sizes.set(element, { width: Number(width), height: Number(height) })
  }

  HTMLCanvasElement.prototype.getContext = function context(this: HTMLCanvasElement) {
    canvases.add(this)
    return { fillRect() {}, drawImage() {} } as never
  } as never
  HTMLCanvasElement.prototype.toBlob = function write(done, type = '', quality = 1) {
    written.push({ width: this.width, height: this.height, type, quality })
    const jpeg = toldJpeg()
    done(new Blob([new Uint8Array(jpeg), new Uint8Array(Math.max(0, bytes - jpeg.length))], { type }))
  }

  return {
    written,
    /** The most pictures that were read at once. */
    most: () => reading.most,
    /** The number of addresses, and of pixels, that are still held. */
    held: () => ({
      addresses: addresses.size,
      pixels: [...canvases].reduce((sum, { width, height }) => sum + width * height, 0),
    }),
    end(): void {
      Object.assign(URL, given)
      Object.assign(HTMLCanvasElement.prototype, { getContext, toBlob })
      for (const [name, descriptor] of former) {
        if (descriptor) Object.defineProperty(image, name, descriptor)
        else Reflect.deleteProperty(image, name)
      }
    },
  }
}

export const picture = (name: string, type = 'image/jpeg') => new File(['picture'], name, { type })
