import { createHash } from 'node:crypto'
import { HttpError } from '../../core/errors.ts'
import { productVersion } from '../../core/version.ts'
import {
  type ListedFile,
  MANIFEST_NAME,
  type Manifest,
  READABLE_NAME,
  readableText,
} from '../../documents/packs/manifest.ts'
import type { PackCall, PackFile } from '../../documents/packs/part.ts'
import type { AddFile } from '../../documents/packs/zip.ts'
import { instantsIn } from '../../documents/pdf/maker.ts'
import { headed, makeReport } from '../../documents/pdf/pdf.ts'
import { csvOf } from '../../documents/sheets/sheets.ts'

/** A file of a part, with its place in the pack. */
export type Listed = PackFile

interface Filling {
  call: PackCall
  listed: readonly Listed[]
  /** The instant at which it was asked for. */
  asked: string
  add: AddFile
  /** Hears how many files are in the pack. */
  tell: (done: number) => Promise<void>
}

const GONE = 'It was deleted while the pack was made.'

/** Returns a paper, or why there is none. @throws whatever another try may mend */
async function readPaper({ read }: Listed) {
  try {
    return (await read()) ?? GONE
  } catch (error) {
    if (error instanceof HttpError && error.status < 500) return error.message
    throw error
  }
}

/** Reads the papers in their order, each while the PDF of the one before it is made by its own process. */
async function* papersOf(listed: readonly Listed[]) {
  const begin = (file: Listed | undefined) => {
    const reading = file && readPaper(file)
    // A failure is heard when its turn comes, if it comes.
    reading?.catch(() => undefined)
    return reading
  }
  let next = begin(listed[0])
  for (const [index, file] of listed.entries()) {
    const paper = await next
    next = begin(listed[index + 1])
    yield { file, paper: paper ?? GONE }
  }
}

/** Puts the files into a pack, one after the other, and at last the manifests. @returns the number of files */
export async function fillPack({ call, listed, asked, add, tell }: Filling): Promise<number> {
  const files: ListedFile[] = []
  const leftOut: Manifest['left_out'] = []
  const enter = async (name: string, title: string, bytes: Buffer) => {
    await add(name, bytes)
    files.push({ name, title, size: bytes.length, sha256: createHash('sha256').update(bytes).digest('hex') })
    await tell(files.length)
  }
  for await (const { file, paper } of papersOf(listed)) {
    if (typeof paper === 'string') leftOut.push({ title: file.title, why: paper })
    else {
      const { report, sheet } = paper
      const pdf = Buffer.isBuffer(report) ? report : await makeReport(headed(call.maker, report))
      await enter(`${file.place}.pdf`, file.title, pdf)
      await enter(`${file.place}.csv`, file.title, await csvOf(sheet))
    }
  }
  const { of, caller, maker } = call
  const facts = {
    product: productVersion(),
    college: maker.college,
    batch: of.batch.name,
    from: of.from,
    to: of.to,
    asked_by: caller.name,
    asked_at: asked,
    made_at: new Date().toISOString(),
    left_out: leftOut,
  }
  await enter(
    READABLE_NAME,
    'The list of files, for people',
    Buffer.from(readableText({ ...facts, files }, instantsIn(maker.timezone))),
  )
  const manifest: Manifest = { format: 'clinical-elog-inspection-pack', version: 1, ...facts, files }
  await add(MANIFEST_NAME, Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`))
  return files.length + 1
}
