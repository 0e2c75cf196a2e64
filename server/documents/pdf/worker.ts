import { answering } from './answering.ts'
import { makePages } from './report.ts'

// The process that makes PDFs, one after the other: a report comes as a message, its file goes back as one.

answering(makePages)
