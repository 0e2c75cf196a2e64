import * as z from 'zod/mini'
import { counted } from '../../../shared/labels.ts'
import { PACK_FILES_MAX, PACK_MAX_BYTES } from '../../../shared/limits.ts'
import { writtenDay } from '../../../shared/written-day.ts'

/** The list of the files of a pack, for programs and for people. Only the first does not name itself. */
export const MANIFEST_NAME = 'manifest.json'
export const READABLE_NAME = 'MANIFEST.txt'

/** A name that stays in its folder wherever it is unpacked: no part of it begins with a dot. */
const SAFE_NAME = /^(?:[A-Za-z0-9][A-Za-z0-9._-]{0,99}\/){0,5}[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/
export const isSafeName = (name: string) => SAFE_NAME.test(name)

const ListedFile = z.object({
  name: z.string().check(z.refine(isSafeName, 'is no name of a file in a pack')),
  title: z.string(),
  /** The unpacked bytes. */
  size: z.int().check(z.nonnegative(), z.maximum(PACK_MAX_BYTES)),
  sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
})
export type ListedFile = z.infer<typeof ListedFile>

export const Manifest = z.object({
  format: z.literal('clinical-elog-inspection-pack'),
  version: z.literal(1),
  product: z.string(),
  college: z.string(),
  batch: z.string(),
  from: z.string(),
  to: z.string(),
  asked_by: z.string(),
  asked_at: z.string(),
  made_at: z.string(),
  files: z.array(ListedFile).check(z.maxLength(PACK_FILES_MAX)),
  /** The papers that could not be made, each with the reason. */
  left_out: z.array(z.object({ title: z.string(), why: z.string() })),
})
export type Manifest = z.infer<typeof Manifest>

/** Writes the manifest for people: what it is of, what is in it, and what is not. */
export function readableText(manifest: Omit<Manifest, 'format' | 'version'>, instantText: (at: string) => string) {
  const { product, college, batch, from, to, asked_by, asked_at, made_at, files, left_out } = manifest
  const lines = [
    `Inspection pack of ${college}`,
    '',
    `Batch:    ${batch}`,
    `Time:     ${writtenDay(from)} to ${writtenDay(to)}`,
    `Asked by: ${asked_by}, ${instantText(asked_at)}`,
    `Made:     ${instantText(made_at)}, by Clinical eLog ${product}`,
    '',
    'Registers, results, surveys and issued documents are those of this time. Logbooks and eligibility stand as on the',
    'day on which the pack was made. Each file tells of the moment at which it was made.',
    '',
    'A frozen list and its names for the board are the very files that the college has issued. eligibility/frozen-lists',
    'has the code of each and its SHA-256, which is the one listed here, and the one that is told to whoever checks the',
    'code on the page of the college that the paper names.',
    '',
    'Documents of the whole college are numbered together by year, so that those of other batches are between these. A',
    'number that the college cannot show was taken for a document that was refused: nothing was given out under it.',
    '',
    'Whether all files are there and unchanged: npm run pack:check <this ZIP>, or compare each SHA-256.',
    '',
    `${counted(files.length, 'file')}:`,
    ...files.flatMap(({ name, title, size, sha256 }) => ['', title, `  ${name}, ${size} bytes`, `  ${sha256}`]),
    ...(left_out.length === 0
      ? []
      : ['', 'Left out:', ...left_out.flatMap(({ title, why }) => ['', title, `  ${why}`])]),
    '',
  ]
  return lines.join('\r\n')
}
