import { useRef } from 'react'
import { newKey } from './new-key.ts'

interface Copied {
  params: { id: number }
}

/** Makes a single copy of a record: after a lost answer the call is repeated with the same key. */
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
