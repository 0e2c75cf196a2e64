import { readFile } from 'node:fs/promises'
import { getDocument } from 'unpdf/pdfjs'
import { whyUnreadable } from '../../../shared/reading-pdf.ts'
import { answering } from './answering.ts'
import { limited } from './limited.ts'

// The process that opens PDFs which people have sent, one after the other. A file may be made to take all memory or time.

const LIMITS = { seconds: 5, bytes: 640 * 1024 * 1024 }
const read = async (path: string) => whyUnreadable(getDocument, new Uint8Array(await readFile(path)))

answering(limited(read, LIMITS))
