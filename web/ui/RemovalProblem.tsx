import { CloseButton } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { Problem } from './Problem.tsx'

interface Props {
  text: string | undefined
  onDismiss: () => void
}

/** What was not deleted and why; brought into sight, since its row may stand far below. Dismissing goes back there. */
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
