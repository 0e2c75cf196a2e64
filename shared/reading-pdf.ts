import type { Unreadable } from './files.ts'

/** Opens a PDF as pdf.js does; only the parts that tell whether a page can be shown. */
type OpenPdf = (source: { data: Uint8Array; verbosity: number }) => {
  promise: Promise<{ numPages: number; getPage(page: number): Promise<unknown> }>
  destroy(): Promise<void>
}

/**
 * Returns the reason why nobody can read a PDF, as far as a reader that repairs much can tell. It is undefined when the
 * PDF has a page to show, or when the reader itself fails. The page's content is not unpacked.
 */
export async function whyUnreadable(openPdf: OpenPdf, data: Uint8Array): Promise<Unreadable | undefined> {
  const opening = openPdf({ data, verbosity: 0 })
  try {
    const pdf = await opening.promise
    const hasPage = pdf.numPages > 0 && (await pdf.getPage(1).then(Boolean, () => false))
    return hasPage ? undefined : 'no page'
  } catch (error) {
    const name = error instanceof Error ? error.name : ''
    if (name === 'PasswordException') return 'password'
    return name === 'InvalidPDFException' ? 'no page' : undefined
  } finally {
    await opening.destroy()
  }
}
