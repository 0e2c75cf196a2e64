import { decodeQR } from 'qr/decode.js'

/** Cameras that give more than was asked for are reduced: on a phone, four times as many pixels take a second. */
const LONG_SIDE = 1280

/** Makes a reader of the QR code in what a video shows. It keeps one canvas, as phones have no room for one a picture. */
export function qrDecoder(): (video: HTMLVideoElement) => string | undefined {
  const canvas = document.createElement('canvas')
  const context = canvas.getContext('2d', { willReadFrequently: true })
  return (video) => {
    const scale = Math.min(1, LONG_SIDE / Math.max(video.videoWidth, video.videoHeight))
    const [width, height] = [video.videoWidth, video.videoHeight].map((side) => Math.round(side * scale))
    if (!context || !width || !height) return undefined
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height })
    context.drawImage(video, 0, 0, width, height)
    try {
      return decodeQR(context.getImageData(0, 0, width, height))
    } catch {
      // It throws for each picture without a code.
      return undefined
    }
  }
}
