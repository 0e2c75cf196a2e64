import { useEffect, useRef } from 'react'
import { CloseButton } from './CloseButton.tsx'
import { Problem } from './Problem.tsx'

interface Props {
  text: string | undefined
  onDismiss: () => void
}

/** Tells why a row was not deleted. It scrolls into view, and back to the row when it is dismissed. */
export function RemovalProblem({ text, onDismiss }: Props) {
  const banner = useRef<HTMLDivElement>(null)
  const place = useRef(0)
  useEffect(() => {
    if (!text) return
    place.current = window.scrollY
    banner.current?.scrollIntoView({ block: 'center' })
  }, [text])

  function dismiss() {
    onDismiss()
    window.scrollTo({ top: place.current })
  }

  return (
    text && (
      <div ref={banner}>
        <Problem text={text}>
          <CloseButton aria-label="Dismiss" onClick={dismiss} />
        </Problem>
      </div>
    )
  )
}
