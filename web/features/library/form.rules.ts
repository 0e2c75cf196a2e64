import * as z from 'zod/mini'
import { LibraryForm } from '../../../shared/contract/libraries.ts'
import { NO_LIBRARY_FILE } from '../../../shared/files.ts'

/** The file's name stands in for the file, which is added when the form is sent. */
export const EntryInput = z.object({
  ...LibraryForm.shape,
  files: z.array(z.string()).check(z.minLength(1, NO_LIBRARY_FILE)),
})
