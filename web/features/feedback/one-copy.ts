import { useRef } from 'react'
import { newKey } from '../../core/new-key.ts'

interface Copied {
  params: { id: number }
}

/** Makes a copy of a record. After an answer that was lost it is asked for with the same key, and there is still one copy. */
export function useOneCopy<Reply>(duplicate: (input: Copied & { key: string }) => Promise<Reply>) {
  const keys = useRef(new Map<number, string>())
  return async ({ params }: Copied): Promise<Reply> => {
    const key = keys.current.get(params.id) ?? newKey()
    keys.current.set(params.id, key)
    const reply = await duplicate({ params, key })
    keys.current.delete(params.id)
    return reply
  }
}
