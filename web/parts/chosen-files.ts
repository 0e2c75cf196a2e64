import { type Dispatch, type SetStateAction, useState } from 'react'

interface StoredFile {
  name: string
  size: number
}

/** The files of a form: stored ones, some of them marked for removal, and added ones. */
export interface ChosenFiles {
  stored: readonly StoredFile[]
  removed: readonly string[]
  added: readonly File[]
  /** The names of all files after the save. */
  names: string[]
  /** The number of stored files that stay. */
  kept: number
  isDirty: boolean
  /** True while a file is being made, of photos that would be lost. */
  isBegun: boolean
  setBegun: (isBegun: boolean) => void
  setRemoved: (names: string[]) => void
  setAdded: Dispatch<SetStateAction<File[]>>
}

/** Keeps the choice of files for a record; `replaced` are marked for removal from the start. */
export function useChosenFiles(stored: readonly StoredFile[] = [], replaced: readonly string[] = []): ChosenFiles {
  const [added, setAdded] = useState<File[]>([])
  const [removed, setRemoved] = useState<readonly string[]>(replaced)
  const [isBegun, setBegun] = useState(false)
  const kept = stored.filter(({ name }) => !removed.includes(name))
  return {
    stored,
    removed,
    added,
    names: [...kept, ...added].map(({ name }) => name),
    kept: kept.length,
    isDirty: isBegun || added.length > 0 || String(removed) !== String(replaced),
    isBegun,
    setBegun,
    setRemoved,
    setAdded,
  }
}

/** Moves the message about a single file, its name or its place to the field of all files. */
export const withFilesField = (path: string) => (/^file(?:s|name|_path)?(?:\W|$)/.test(path) ? 'files' : path)
