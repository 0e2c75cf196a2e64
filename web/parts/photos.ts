import { useEffect, useRef, useState } from 'react'
import { type Picture, readPicture, unreadablePicture } from './picture.ts'

/** A page of the PDF that is to be made. */
export interface Photo extends Picture {
  id: number
  /** Degrees by which the person has turned it clockwise. */
  turn: number
  /** The address of the small picture, as long as the page is there. */
  address: string
}

let lastId = 0

const newPhoto = (picture: Picture): Photo => {
  lastId += 1
  return { ...picture, id: lastId, turn: 0, address: URL.createObjectURL(picture.small) }
}

/** Keeps the pages in their order. Pictures are read one after the other, as a cheap phone has memory for one. */
export function usePhotos() {
  const [photos, setPhotos] = useState<readonly Photo[]>([])
  const [problems, setProblems] = useState<readonly string[]>([])
  /** The pictures that wait, the one that is being read among them. */
  const [waiting, setWaiting] = useState(0)
  const queue = useRef<File[]>([])
  const isReading = useRef(false)
  const isOpen = useRef(true)
  const latest = useRef(photos)
  latest.current = photos

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
      for (const { address } of latest.current) URL.revokeObjectURL(address)
    }
  }, [])

  async function readNext(file: File): Promise<void> {
    try {
      const picture = await readPicture(file)
      // A page that was closed meanwhile would never let its address go.
      if (isOpen.current) setPhotos((former) => [...former, newPhoto(picture)])
    } catch {
      setProblems((former) => [...former, unreadablePicture(file.name)])
    }
  }

  async function add(files: readonly File[]): Promise<void> {
    queue.current.push(...files)
    setProblems([])
    setWaiting(queue.current.length)
    if (isReading.current) return
    isReading.current = true
    for (let file = queue.current[0]; file && isOpen.current; file = queue.current[0]) {
      await readNext(file)
      queue.current.shift()
      setWaiting(queue.current.length)
    }
    isReading.current = false
  }

  return {
    photos,
    problems,
    waiting,
    add,
    turn: (id: number) =>
      setPhotos((former) => former.map((one) => (one.id === id ? { ...one, turn: (one.turn + 90) % 360 } : one))),
    /** Moves a page to a place, counted from 0. */
    move: (id: number, to: number) =>
      setPhotos((former) => {
        const moved = former.find((one) => one.id === id)
        return moved ? former.filter((one) => one !== moved).toSpliced(to, 0, moved) : former
      }),
    remove(removed: Photo): void {
      URL.revokeObjectURL(removed.address)
      setPhotos((former) => former.filter(({ id }) => id !== removed.id))
    },
  }
}
