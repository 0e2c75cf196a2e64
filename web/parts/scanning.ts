import { useDocumentVisibility } from '@mantine/hooks'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { CameraTrouble, hasTorch, openCamera, setTorch, showIn, type Trouble } from './camera.ts'
import { codeReader } from './code-reading.ts'

/** Between two looks, so that the page stays quick while the camera is on. */
const PAUSE_MS = 120

/** `again` is a code that was read before. */
type Stage = 'asking' | 'looking' | 'again' | 'found'

interface Scanning {
  video: RefObject<HTMLVideoElement | null>
  stage: Stage | undefined
  trouble: Trouble | undefined
  /** Undefined where the camera has no lamp. */
  torch: { isOn: boolean; turn: () => void } | undefined
  start: () => void
}

/**
 * Looks for codes while the page is seen, and gives each different text once. Camera and lamp go out with the first one,
 * with a page that is hidden or left, and with the component.
 */
export function useScanning(onCode: (text: string) => void): Scanning {
  const video = useRef<HTMLVideoElement>(null)
  const known = useRef(new Set<string>())
  const [stage, setStage] = useState<Stage | Trouble>('asking')
  const [track, setTrack] = useState<MediaStreamTrack>()
  const [isLit, setLit] = useState(false)
  const isSeen = useDocumentVisibility() === 'visible'
  const isOn = isStage(stage) && stage !== 'found'

  const take = useEffectEvent((text: string) => {
    if (known.current.has(text)) return setStage('again')
    known.current.add(text)
    setStage('found')
    onCode(text)
  })

  useEffect(() => {
    const element = video.current
    if (!isOn || !isSeen || !element) return
    const ending = new AbortController()
    const end = () => ending.abort()
    const follow = async () => {
      const opened = await openCamera(ending.signal)
      opened.addEventListener('ended', () => fail(new CameraTrouble('busy')))
      const [read] = await Promise.all([codeReader(), showIn(element, opened, ending.signal)])
      if (ending.signal.aborted) return
      setTrack(opened)
      setStage('looking')
      while (!ending.signal.aborted) {
        const text = await read(element)
        if (text && !ending.signal.aborted) take(text)
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
      }
    }
    const fail = (error: unknown) => {
      if (ending.signal.aborted) return
      end()
      setStage(error instanceof CameraTrouble ? error.kind : 'busy')
    }
    follow().catch(fail)
    return () => {
      end()
      setTrack(undefined)
      setLit(false)
      // A page that is seen again opens its camera again.
      setStage((now) => (isStage(now) && now !== 'found' ? 'asking' : now))
    }
  }, [isOn, isSeen])

  return {
    video,
    stage: isStage(stage) ? stage : undefined,
    trouble: isStage(stage) ? undefined : stage,
    torch: isOn && track && hasTorch(track) ? { isOn: isLit, turn: () => turn(track) } : undefined,
    start: () => setStage('asking'),
  }

  function turn(lamp: MediaStreamTrack): void {
    setTorch(lamp, !isLit).then(
      () => setLit(!isLit),
      // The lamp is in use, or too hot: the button stays as it is.
      () => undefined,
    )
  }
}

const isStage = (stage: Stage | Trouble): stage is Stage =>
  stage === 'asking' || stage === 'looking' || stage === 'again' || stage === 'found'
