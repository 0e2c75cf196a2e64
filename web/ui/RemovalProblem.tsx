import { useEffect, useRef } from 'react'
import { Problem } from './Problem.tsx'

/** Why something was not deleted; brought into sight, since its row may stand far below. */
export function RemovalProblem({ text }: { text: string | undefined }) {
  const banner = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (text) banner.current?.scrollIntoView({ block: 'center' })
  }, [text])
  return (
    text && (
      <div ref={banner}>
        <Problem text={text} />
      </div>
    )
  )
}
