import { type Dispatch, type SetStateAction, useState } from 'react'

interface Named {
  name: string
  size: number
}

/** The files of a form: those that the server keeps, of which some are to be removed, and those that are to be added. */
export interface ChosenFiles {
  stored: readonly Named[]
  removed: readonly string[]
  added: readonly File[]
  /** The names of all that there will be. */
  names: string[]
  /** How many of the stored ones stay. */
  kept: number
  isDirty: boolean
  setRemoved: (names: string[]) => void
  setAdded: Dispatch<SetStateAction<File[]>>
}

/** Holds what is chosen of the files that a record has, or will have. */
export function useChosenFiles(stored: readonly Named[] = []): ChosenFiles {
  const [added, setAdded] = useState<File[]>([])
  const [removed, setRemoved] = useState<string[]>([])
  const kept = stored.filter(({ name }) => !removed.includes(name))
  return {
    stored,
    removed,
    added,
    names: [...kept, ...added].map(({ name }) => name),
    kept: kept.length,
    isDirty: added.length + removed.length > 0,
    setRemoved,
    setAdded,
  }
}

/** What is said of one file of the list, of its name or its place, stands with all of them. */
export const withFilesField = (path: string) => (/^file(?:s|name|_path)?(?:\W|$)/.test(path) ? 'files' : path)
