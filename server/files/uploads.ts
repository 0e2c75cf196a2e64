import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import type { Schema } from '../../shared/endpoint.ts'
import { type FilesAllowed, HEAD_BYTES } from '../../shared/files.ts'
import { FILE_NAME_MAX } from '../../shared/limits.ts'
import { HttpError, invalid, malformed, tooLarge, unauthenticated, unsupported } from '../core/errors.ts'
import { fieldErrors } from '../core/field-errors.ts'
import { refuseUnreadable } from '../documents/pdf/looking.ts'
import { cleanFiles } from './cleaning.ts'
import { asNoRoom, type RoomClaim } from './disk-room.ts'
import type { FileStore } from './files.ts'

/** A file of an upload, written and synced, not yet kept. */
export interface ReceivedFile {
  name: string
  size: number
  sha256: Buffer
  /** The first bytes, which tell what kind of file it is. */
  head: Buffer
  temporaryPath: string
}

/** Bytes for the fields of a form beside its files. */
const FIELDS_BYTES = 1024 * 1024

/** The file's own name without a path or what a file system or header could trip over. */
export function safeName(given: string | undefined): string {
  const name = (given ?? '')
    .split(/[/\\]/)
    .join('/')
    .replace(/^.*\//s, '')
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this removes
    .replace(/[\u0000-\u001f\u007f-\u009f\u2028-\u202e\u2066-\u2069<>:"|?*]/g, '')
    .trim()
  if (name === '' || /^\.+$/.test(name)) return 'file'
  if (name.length <= FILE_NAME_MAX) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && name.length - dot <= 10 ? name.slice(dot) : ''
  return name.slice(0, FILE_NAME_MAX - ending.length).toWellFormed() + ending
}

/** Browsers write these characters of a name so in a form, and leave a percent sign as it is. */
const asGiven = (sent: string) => sent.replace(/%22/g, '"').replace(/%0D/g, '\r').replace(/%0A/g, '\n')

/** A name that none of `taken` has, whatever the case: `report.pdf` → `report (2).pdf`. */
export function freeName(name: string, taken: readonly string[]): string {
  const used = new Set(taken.map((one) => one.toLowerCase()))
  const dot = name.lastIndexOf('.')
  const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, '']
  let free = name
  for (let count = 2; used.has(free.toLowerCase()); count += 1) free = `${stem} (${count})${ending}`
  return free
}

async function writeFile(
  part: MultipartFile,
  name: string,
  rule: FilesAllowed,
  temporaryPath: string,
  expected: RoomClaim,
): Promise<ReceivedFile> {
  const hash = createHash('sha256')
  const target = await open(temporaryPath, 'wx', 0o600)
  let size = 0
  let head = Buffer.alloc(0)
  let written = Promise.resolve()
  try {
    for await (const chunk of part.file as AsyncIterable<Buffer>) {
      size += chunk.length
      if (size > rule.maxBytes) throw tooLarge(rule.field, rule.tooLarge(name))
      if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]).subarray(0, HEAD_BYTES)
      await written
      // While the disk is at it, this piece is hashed and the next one comes.
      written = target.appendFile(chunk)
      written.catch(() => undefined)
      hash.update(chunk)
      await expected.wrote(chunk.length)
    }
    await written
    if (size === 0 && rule.empty) throw invalid({ [rule.field]: [rule.empty(name)] })
    if (!rule.isKind(name, head))
      throw invalid({ [rule.field]: [rule.wrongContent?.(name, head) ?? rule.wrongKind(name)] })
    await target.sync()
  } finally {
    await target.close()
  }
  return { name, size, sha256: hash.digest(), head, temporaryPath }
}

/** The content of a form. Its end removes the files that were not kept, and gives the place of the upload to the next. */
export interface Upload<Fields> extends AsyncDisposable {
  fields: Fields
  files: ReceivedFile[]
}

/**
 * Reads a multipart request to its end: its text fields checked by `schema`, its files written, hashed and synced in
 * the store's temporary room. Nothing is left there when the form is refused or the sender goes away in the middle.
 * @throws 429, 503 or 507 before anything is read, when too many uploads are running or the disk has too little room
 */
export async function receiveUpload<S extends Schema>(
  request: FastifyRequest,
  store: FileStore,
  schema: S,
  rule: FilesAllowed,
): Promise<Upload<z.output<S>>> {
  if (!request.isMultipart()) throw unsupported('This call takes multipart/form-data.')
  const { caller, server } = request
  if (!caller) throw unauthenticated()
  await using begun = new AsyncDisposableStack()
  begun.defer(await server.uploads.slots.take(caller.id))
  const formBytes = rule.most * rule.maxBytes + FIELDS_BYTES
  const announced = Number(request.headers['content-length'] ?? formBytes)
  const expected = await server.uploads.room.expect(Math.min(announced, formBytes))
  begun.defer(() => expected.end())
  try {
    const { fields, files } = await receive(request, store, schema, rule, expected, begun)
    await refuseUnreadable(files, rule, String(caller.id), request.log)
    const cleaned = await cleanFiles(files, rule, String(caller.id), request.log)
    const held = begun.move()
    return { fields, files: cleaned, [Symbol.asyncDispose]: () => held.disposeAsync() }
  } catch (error) {
    throw asRefusal(asNoRoom(error), rule)
  }
}

const INCOMPLETE = 'The form is malformed or incomplete.'

async function receive<S extends Schema>(
  request: FastifyRequest,
  store: FileStore,
  schema: S,
  rule: FilesAllowed,
  expected: RoomClaim,
  begun: AsyncDisposableStack,
): Promise<{ fields: z.output<S>; files: ReceivedFile[] }> {
  const fields: Record<string, unknown> = Object.create(null)
  const files: ReceivedFile[] = []
  // The rest of a refused form is no longer looked at; readRestBriefly sees to its end.
  begun.defer(() => void request.raw.unpipe().resume())
  // A sender who has left while the upload waited for its place sends no end of it, for which the parts would wait for
  // ever.
  if (request.raw.destroyed) throw malformed(INCOMPLETE)
  const parts = request.parts({
    limits: {
      files: rule.most + 1,
      fileSize: rule.maxBytes + 1,
      fields: 50,
      fieldSize: 100_000,
      parts: rule.most + 60,
    },
  })
  for await (const part of parts) {
    if (part.type === 'field') {
      fields[part.fieldname] = part.value
      continue
    }
    if (files.length === rule.most) throw invalid({ [rule.field]: [rule.tooMany] })
    const temporaryPath = await store.temporaryPath()
    begun.defer(() => rm(temporaryPath, { force: true }))
    const name = freeName(
      safeName(asGiven(part.filename)),
      files.map((file) => file.name),
    )
    files.push(await writeFile(part, name, rule, temporaryPath, expected))
  }
  const parsed = z.safeParse(schema, { ...fields })
  if (!parsed.success) {
    const missing = rule.none !== undefined && files.length === 0 ? { [rule.field]: [rule.none] } : {}
    throw invalid({ ...fieldErrors(parsed.error.issues), ...missing })
  }
  const received = files.map(({ name, sha256 }) => [name, sha256.toString('hex')])
  await request.once?.look({ fields: { ...fields }, received })
  return { fields: parsed.data, files }
}

function asRefusal(error: unknown, rule: FilesAllowed): unknown {
  if (error instanceof HttpError || !(error instanceof Error)) return error
  const code = 'code' in error ? error.code : undefined
  if (code === 'FST_FILES_LIMIT') return invalid({ [rule.field]: [rule.tooMany] })
  if (code === 'FST_FIELDS_LIMIT' || code === 'FST_PARTS_LIMIT') return malformed('The form has too many fields.')
  if (code === 'FST_PROTO_VIOLATION' || code === 'FST_INVALID_JSON_FIELD_ERROR')
    return malformed('The form is malformed.')
  // Busboy's own errors carry no code: a form that ends in the middle, a header that is none.
  if (/unexpected end of multipart data|^Multipart: Boundary|^The needle cannot|premature close/i.test(error.message))
    return malformed(INCOMPLETE)
  return error
}
