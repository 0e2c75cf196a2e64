import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { TestApp } from './app.ts'
import { pdf } from './make.ts'

/** A form with these text fields and a small PDF for each name, as `files[0]`, `files[1]`, … */
export function form(fields: Record<string, string>, ...names: string[]): FormData {
  const made = new FormData()
  for (const [field, value] of Object.entries(fields)) made.set(field, value)
  names.forEach((name, index) => {
    made.set(`files[${index}]`, pdf(name), name)
  })
  return made
}

/** Counts the files in the store, kept, half-written or set aside. */
export function countFiles(at: TestApp, folder: 'kept' | 'incoming' | 'removed'): number {
  try {
    const found = readdirSync(join(at.filesDirectory, 'files', folder), { recursive: true, withFileTypes: true })
    return found.filter((entry) => entry.isFile()).length
  } catch {
    return 0
  }
}
