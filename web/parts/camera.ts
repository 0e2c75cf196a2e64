/** Why no picture comes: `insecure` is a page without TLS, `unread` that nothing can read codes here. */
export type Trouble = 'insecure' | 'none' | 'refused' | 'busy' | 'unread'

/** Tells why codes can't be looked for. */
export class CameraTrouble extends Error {
  readonly kind: Trouble

  constructor(kind: Trouble, cause?: unknown) {
    super(`No picture of the camera: ${kind}`, { cause })
    this.kind = kind
  }
}

/** The camera at the back, where there are two. More pixels would only take longer to look through. */
const PICTURE: MediaTrackConstraints = { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } }

/** By the name of what the browser throws. Whatever else it says, the camera is there and gives no picture. */
const TROUBLES: Record<string, Trouble> = {
  NotAllowedError: 'refused',
  SecurityError: 'refused',
  NotFoundError: 'none',
  OverconstrainedError: 'none',
}

/**
 * Opens the camera until `until` is aborted: then its light goes out, also when the person allows it only afterwards.
 * @throws CameraTrouble
 */
export async function openCamera(until: AbortSignal): Promise<MediaStreamTrack> {
  // Browsers hide the cameras from a page without TLS.
  if (!navigator.mediaDevices?.getUserMedia) throw new CameraTrouble(window.isSecureContext ? 'none' : 'insecure')
  let stream: MediaStream
  try {
    stream = await navigator.mediaDevices.getUserMedia({ video: PICTURE, audio: false })
  } catch (error) {
    throw new CameraTrouble(TROUBLES[error instanceof DOMException ? error.name : ''] ?? 'busy', error)
  }
  const tracks = stream.getTracks()
  const stop = () => {
    for (const track of tracks) track.stop()
  }
  if (until.aborted) stop()
  until.addEventListener('abort', stop, { once: true })
  const [track] = stream.getVideoTracks()
  if (!track) throw new CameraTrouble('none')
  return track
}

/** Shows what the camera sees until `until` is aborted. */
export async function showIn(video: HTMLVideoElement, track: MediaStreamTrack, until: AbortSignal): Promise<void> {
  video.srcObject = new MediaStream([track])
  const remove = () => {
    video.srcObject = null
  }
  if (until.aborted) remove()
  until.addEventListener('abort', remove, { once: true })
  await video.play()
}

/** The lamp, which TypeScript knows among the constraints that browsers support, and nowhere else. */
interface Lamp {
  torch?: boolean
}

export const hasTorch = (track: MediaStreamTrack): boolean =>
  (track.getCapabilities?.() as Lamp | undefined)?.torch === true

/** Switches the lamp beside the camera; it goes out with the camera. */
export function setTorch(track: MediaStreamTrack, isOn: boolean): Promise<void> {
  const lamp: Lamp = { torch: isOn }
  return track.applyConstraints({ advanced: [lamp as MediaTrackConstraintSet] })
}
