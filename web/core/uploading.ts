import { useEffect, useRef, useState } from 'react'
import type { BodyInput, Endpoint, ParamsInput, Reply } from '../../shared/endpoint.ts'
import type { FilesAllowed } from '../../shared/files.ts'
import type { KeyPart } from './call.ts'
import { type Effects, useRefresh } from './queries.ts'
import { upload } from './upload.ts'

/** The sent share, 0 to 1, or a wait for a busy server. */
export type Progress = number | 'waiting'

/** The progress of an upload under way, with a way to cancel it. */
export interface Uploading {
  progress: Progress | undefined
  cancel: () => void
}

interface Sending {
  signal: AbortSignal
  onProgress: (share: number) => void
  onWait: (waiting: boolean) => void
}

/** Sends one upload at a time; leaving the form gives it up. */
export function useUpload() {
  const [progress, setProgress] = useState<Progress>()
  const sending = useRef<AbortController>(undefined)
  useEffect(() => () => sending.current?.abort(), [])

  /** Gives up the upload under way; its callbacks stay silent. */
  function drop(): void {
    const before = sending.current
    sending.current = undefined
    before?.abort()
  }

  /** The promise of an upload that a later one has replaced never settles. */
  async function send<T>(start: (options: Sending) => Promise<T>): Promise<T> {
    drop()
    const mine = new AbortController()
    sending.current = mine
    const isDropped = () => sending.current !== mine
    const tell = (now: Progress) => {
      if (!isDropped() && !mine.signal.aborted) setProgress(now)
    }
    tell(0)
    const sent = start({ signal: mine.signal, onProgress: tell, onWait: (waiting) => tell(waiting ? 'waiting' : 0) })
    await Promise.allSettled([sent])
    if (isDropped()) return new Promise<never>(() => undefined)
    setProgress(undefined)
    return sent
  }

  return { progress, send, drop, cancel: () => sending.current?.abort() }
}

type UploadEndpoint = Endpoint & { upload: FilesAllowed }

/** Makes the form of an endpoint's upload. The text goes first, so that the server knows it before the files arrive. */
export function formOf<E extends UploadEndpoint>(
  { upload: { field, most } }: E,
  fields: BodyInput<E>,
  files: readonly File[],
): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields ?? {}))
    if (value !== undefined && value !== null) form.append(name, String(value))
  for (const [index, file] of files.entries()) form.append(most === 1 ? field : `${field}[${index}]`, file)
  return form
}

type FilesInput<E extends UploadEndpoint> = KeyPart<E> & {
  params: ParamsInput<E>
  fields: BodyInput<E>
  files: readonly File[]
}

/** Makes a change that sends files. A failure makes queries stale too, since only its answer may be lost. */
export function useUploadChange<E extends UploadEndpoint>(
  endpoint: E,
  { stale }: Pick<Effects, 'stale'>,
): Uploading & { send: (input: FilesInput<E>) => Promise<Reply<E>> } {
  const refresh = useRefresh(stale)
  const { send, progress, cancel } = useUpload()
  return {
    progress,
    cancel,
    send: ({ fields, files, ...input }) =>
      send((options) =>
        upload(endpoint, { ...input, form: formOf(endpoint, fields, files), ...options } as never),
      ).finally(() => void refresh()),
  }
}
