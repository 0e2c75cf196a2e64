import { answering } from './answering.ts'
import { makePages } from './drawing.ts'

// The process that makes PDFs, one after the other: reports come as a message, their file goes back as one.

answering(makePages)
