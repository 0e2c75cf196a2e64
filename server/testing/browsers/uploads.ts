import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { smallPdf } from '../small-pdf.ts'

/** Files of a person's disk, removed after the test file; called once, at its top. */
export function uploads() {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-uploads-'))
  afterAll(() => rmSync(directory, { recursive: true, force: true }))
  const kept = (name: string, bytes: Buffer) => {
    const path = join(directory, name)
    writeFileSync(path, bytes)
    return path
  }
  return {
    pdf: kept('history.pdf', smallPdf()),
    urdu: kept('معائنہ.pdf', smallPdf()),
    text: kept('notes.txt', Buffer.from('no')),
  }
}
