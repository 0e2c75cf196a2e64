import { answering } from './answering.ts'
import { makePages } from './layout.ts'

// The process that makes PDFs, one after the other: reports come as a message, their file goes back as one.

answering(makePages)
