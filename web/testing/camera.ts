import { encode } from 'uqr'
import { vi } from 'vitest'

/** The abilities of a test's camera, and how it answers. */
interface Answers {
  hasTorch?: boolean
  /** The name of what the browser throws instead of opening it. */
  refusal?: string
  /** Waits with the answer until `allow` is called. */
  asks?: boolean
}

class FakeTrack extends EventTarget {
  isLive = true
  isLit = false
  readonly hasTorch: boolean

  constructor(hasTorch: boolean) {
    super()
    this.hasTorch = hasTorch
  }

  stop = () => {
    this.isLive = false
  }

  getCapabilities = () => (this.hasTorch ? { torch: true } : {})

  applyConstraints = async ({ advanced }: { advanced: { torch: boolean }[] }) => {
    this.isLit = advanced[0]?.torch ?? false
  }
}

const SIDE = 240

/** Returns the pixels of a canvas when the video shows this code, or nothing. */
function pixelsOf(text: string | undefined): Uint8ClampedArray {
  const pixels = new Uint8ClampedArray(SIDE * SIDE * 4).fill(255)
  if (!text) return pixels
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  for (let at = 0; at < SIDE * SIDE; at += 1) {
    const [x, y] = [at % SIDE, Math.floor(at / SIDE)].map((place) => Math.floor((place * size) / SIDE)) as [
      number,
      number,
    ]
    if (data[y]?.[x]) pixels.fill(0, at * 4, at * 4 + 3)
  }
  return pixels
}

/**
 * Gives jsdom a camera, until `end`. It sees what `sees` was told: a browser's own detector finds that text where
 * `ownReading` says so, else a canvas has its picture.
 */
export function fakeCamera({ hasTorch = false, refusal, asks = false }: Answers = {}) {
  const tracks: FakeTrack[] = []
  const answers = { refusal }
  const asked: (() => void)[] = []
  const wanted: MediaStreamConstraints[] = []
  let seen: string | undefined

  async function getUserMedia(constraints: MediaStreamConstraints) {
    wanted.push(constraints)
    if (asks) await new Promise<void>((resolve) => asked.push(resolve))
    if (answers.refusal) throw new DOMException('No', answers.refusal)
    const track = new FakeTrack(hasTorch)
    tracks.push(track)
    return { getTracks: () => [track], getVideoTracks: () => [track] }
  }

  const given = Object.entries({
    mediaDevices: [navigator, { value: { getUserMedia } }],
    srcObject: [HTMLMediaElement.prototype, { writable: true, value: null }],
    play: [HTMLMediaElement.prototype, { value: async () => undefined }],
    videoWidth: [HTMLVideoElement.prototype, { get: () => SIDE }],
    videoHeight: [HTMLVideoElement.prototype, { get: () => SIDE }],
    getContext: [
      HTMLCanvasElement.prototype,
      {
        value: () => ({
          drawImage: () => undefined,
          getImageData: () => ({ width: SIDE, height: SIDE, data: pixelsOf(seen) }),
        }),
      },
    ],
  } satisfies Record<string, [object, PropertyDescriptor]>).map(([name, [of, property]]) => {
    const former = Object.getOwnPropertyDescriptor(of, name)
    Object.defineProperty(of, name, { configurable: true, ...property })
    return () => (former ? Object.defineProperty(of, name, former) : Reflect.deleteProperty(of, name))
  })
  vi.stubGlobal('MediaStream', class {})

  return {
    tracks,
    wanted,
    isLive: () => tracks.some((track) => track.isLive),
    sees: (text: string | undefined) => {
      seen = text
    },
    allow: () => {
      for (const go of asked.splice(0)) go()
    },
    answer: (name: string | undefined) => {
      answers.refusal = name
    },
    /** Gives the browser a detector of its own; `detect` may say something else than what is seen. */
    ownReading: (formats: string[], detect = async () => (seen ? [{ rawValue: seen }] : [])) =>
      vi.stubGlobal(
        'BarcodeDetector',
        class {
          static getSupportedFormats = async () => formats
          detect = detect
        },
      ),
    end: () => {
      for (const putBack of given) putBack()
    },
  }
}
