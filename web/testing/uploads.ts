import { act } from '@testing-library/react'
import type { FilesAllowed } from '../../shared/files.ts'

/** A call of the browser, however it is made. */
export interface Asking {
  method: string | undefined
  address: string
  headers: Record<string, string>
  body: unknown
  signal: AbortSignal | null | undefined
  /** Tells the browser the sent share, 0 to 1. */
  tellSent?: (share: number) => void
  /** Tells the browser the text of a growing answer. */
  tellText?: (text: string) => void
}

/** Replaces the browser's XMLHttpRequest, as far as `web/core/upload.ts` uses it. */
export abstract class UploadRequest {
  upload: { onprogress?: (event: object) => void } = {}
  status = 0
  responseText = ''
  onprogress = () => {}
  onload = () => {}
  onerror = () => {}
  onabort = () => {}
  onloadend = () => {}
  private readonly asking = { method: '', address: '', headers: {} as Record<string, string> }
  private readonly givenUp = new AbortController()
  private response: Response | undefined

  /** Undefined when the server can't be reached. */
  protected abstract readonly respond: (asking: Asking) => Promise<Response | undefined>

  open(method: string, address: string): void {
    Object.assign(this.asking, { method, address })
  }

  setRequestHeader(name: string, value: string): void {
    this.asking.headers[name] = value
  }

  getResponseHeader(name: string): string | null {
    return this.response?.headers.get(name) ?? null
  }

  async send(body: FormData): Promise<void> {
    const response = await this.respond({
      ...this.asking,
      body,
      signal: this.givenUp.signal,
      tellSent: (share) =>
        act(() => this.upload.onprogress?.({ lengthComputable: true, loaded: share * 100, total: 100 })),
      tellText: (text) => {
        this.status = 200
        // A network may cut a line anywhere.
        for (const piece of [text.slice(0, text.length / 2), text.slice(text.length / 2)]) {
          this.responseText += piece
          act(() => this.onprogress())
        }
      },
    })
    const text = await response?.text()
    if (this.givenUp.signal.aborted) return
    this.response = response
    this.status = response?.status ?? 0
    this.responseText += text ?? ''
    if (response) this.onload()
    else this.onerror()
    this.onloadend()
  }

  abort(): void {
    this.givenUp.abort()
    this.onabort()
    this.onloadend()
  }
}

/** Returns the text fields of a form, and its files by the names of their rule. */
export function partsOf(form: FormData, { field, most }: FilesAllowed) {
  const files = [...form].filter(([, value]) => value instanceof File)
  const names = files.map(([name]) => name).join()
  const due = files.map((_, at) => (most > 1 ? `${field}[${at}]` : field)).join()
  if (names !== due) throw new Error(`files: ${names} instead of ${due}`)
  if (files.length > most) throw new Error(`files: ${files.length} instead of ${most} at the most`)
  return {
    fields: Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')),
    files: files.map(([, file]) => file as File),
  }
}
