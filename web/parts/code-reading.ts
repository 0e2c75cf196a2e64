import { codeOf } from '../core/code.ts'
import { CameraTrouble } from './camera.ts'

/** Reads the QR code in what a video shows, if there is any. */
export type CodeReader = (video: HTMLVideoElement) => Promise<string | undefined>

/** The detector that some browsers have of their own (Shape Detection). */
interface Detector {
  detect: (video: HTMLVideoElement) => Promise<{ rawValue: string }[]>
}

interface DetectorClass {
  new (options: { formats: string[] }): Detector
  getSupportedFormats: () => Promise<readonly string[]>
}

const QR = 'qr_code'

/** The kept decoder, which loads only where a browser has none of its own. */
const decoder = codeOf(async () => (await import('./qr-decoder.ts')).qrDecoder)

async function keptReader(): Promise<CodeReader> {
  try {
    const read = (await decoder.load())()
    return async (video) => read(video)
  } catch (error) {
    throw new CameraTrouble('unread', error)
  }
}

/** Returns the browser's own one; some have the class and read nothing, or no QR codes. */
async function ownDetector(): Promise<Detector | undefined> {
  const { BarcodeDetector: Own } = window as { BarcodeDetector?: DetectorClass }
  try {
    if (Own && (await Own.getSupportedFormats()).includes(QR)) return new Own({ formats: [QR] })
  } catch {}
  return undefined
}

/**
 * Finds what reads codes on this device.
 * @throws CameraTrouble
 */
export async function codeReader(): Promise<CodeReader> {
  const own = await ownDetector()
  if (!own) return keptReader()
  let kept: CodeReader | undefined
  return async (video) => {
    if (kept) return kept(video)
    try {
      return (await own.detect(video))[0]?.rawValue
    } catch {
      // Android lends it by a service that may be missing.
      kept = await keptReader()
      return kept(video)
    }
  }
}
