import * as z from 'zod/mini'
import { create, get, list, one, post, put, remove } from '../endpoint.ts'
import {
  idField,
  idFilters,
  idText,
  line,
  optionalChoice,
  optionalId,
  optionalIdText,
  optionalLine,
  optionalText,
  optionalWord,
  readAt,
  searchText,
} from '../fields.ts'
import { LIBRARY_FILE, NO_LIBRARY_FILE } from '../files.ts'
import { FILE_NAME_MAX, LIBRARY_TYPE_MAX, YEARS } from '../limits.ts'
import { title } from '../names.ts'
import { NamedRef } from './groups.ts'

export const LibraryEntry = z.object({
  id: z.int(),
  title: z.string(),
  detail: z.nullable(z.string()),
  department_id: z.int(),
  department: NamedRef,
  /** Null: the entry is for every batch. */
  batch_id: z.nullable(z.int()),
  batch: z.nullable(NamedRef),
  year: z.nullable(z.enum(YEARS)),
  /** A word of the entry's maker: "Textbook", "Past paper". */
  type: z.nullable(z.string()),
  description: z.nullable(z.string()),
  uploaded_by: z.int(),
  uploader: NamedRef,
  filename: z.string(),
  /** The address of the file below the server's own: `/api/libraries/7/download`. */
  file_path: z.string(),
  /** The media type by the file's content and ending, whatever the sender says. */
  file_type: z.string(),
  /** Bytes. */
  file_size: z.int(),
  /** Hex; also the strong ETag of its download. */
  sha256: z.string(),
  download_count: z.int(),
  created_at: z.string(),
  updated_at: z.string(),
})
export type LibraryEntry = z.infer<typeof LibraryEntry>

/** An uploaded file that waits for its entry. */
export const LibraryUpload = z.object({
  /** The value to send as the entry's `file_path`: a key of the server, valid once, for the uploader, for a day. */
  file_path: z.string(),
  filename: z.string(),
  file_type: z.string(),
  file_size: z.int(),
  sha256: z.string(),
})
export type LibraryUpload = z.infer<typeof LibraryUpload>

/** A word for the type of entries, with the number of entries that the caller may see. */
const LibraryType = z.object({ type: z.string(), count: z.int() })

const words = {
  title: title('Title'),
  detail: optionalText('Detail'),
  year: optionalChoice('Year', YEARS),
  type: optionalLine('Type', LIBRARY_TYPE_MAX),
  description: optionalText('Description'),
}

/** The text fields of the multipart body; the file comes as `file`. */
export const LibraryForm = z.object({
  ...words,
  department_id: idText('Department'),
  batch_id: optionalIdText('Batch'),
})

/** The JSON body, for a file that the caller has uploaded just before by `POST /libraries/uploads`. */
export const LibraryInput = z.object({
  ...words,
  department_id: idField('Department'),
  batch_id: optionalId('Batch'),
  filename: line('Filename', FILE_NAME_MAX),
  file_path: line('File path'),
})

export const LibraryChange = z.object({
  ...words,
  department_id: idField('Department'),
  batch_id: optionalId('Batch'),
  ...readAt,
})

/** The text fields of a change with another file: both are changed, or neither. */
export const LibraryChangeForm = z.object({ ...LibraryForm.shape, ...readAt })

/** The filter of entries. Those for every batch are found with each batch. */
const asked = {
  q: searchText,
  ...idFilters('department_id', 'batch_id'),
}

export const libraries = {
  list: list('/libraries', {
    summary: 'Library entries, newest first; with a batch and for its students those of that batch and of none',
    action: 'library:read',
    query: { ...asked, type: optionalWord('type', LIBRARY_TYPE_MAX) },
    row: LibraryEntry,
    failure: 'Failed to fetch libraries',
  }),
  types: list('/libraries/types', {
    summary: 'The types that library entries have, by name, with how many of the entries asked for have each',
    action: 'library:read',
    query: asked,
    row: LibraryType,
    failure: 'Failed to fetch libraries',
  }),
  read: get('/libraries/:id', {
    summary: 'One library entry',
    action: 'library:read',
    reply: one(LibraryEntry),
    failure: 'Failed to fetch library',
  }),
  create: create('/libraries', {
    summary: 'Add a library entry with its file of at most 50 MB, or with one that was uploaded just before',
    action: 'library:create',
    body: LibraryForm,
    upload: { ...LIBRARY_FILE, none: NO_LIBRARY_FILE },
    json: LibraryInput,
    reply: one(LibraryEntry),
    failure: 'Failed to create library entry',
  }),
  upload: create('/libraries/uploads', {
    summary: 'Upload a file that one library entry can then be added with, within a day',
    action: 'library:create',
    body: z.object({}),
    upload: { ...LIBRARY_FILE, none: NO_LIBRARY_FILE },
    reply: one(LibraryUpload),
    failure: 'Failed to upload file',
  }),
  update: put('/libraries/:id', {
    summary: 'Change what is said of a library entry; title and department are required',
    action: 'library:write',
    body: LibraryChange,
    reply: one(LibraryEntry),
    failure: 'Failed to update library entry',
  }),
  replaceFile: post('/libraries/:id/file', {
    summary: 'Change what is said of a library entry, and give it another file',
    action: 'library:write',
    body: LibraryChangeForm,
    upload: { ...LIBRARY_FILE, none: NO_LIBRARY_FILE },
    reply: one(LibraryEntry),
    failure: 'Failed to update library entry',
  }),
  remove: remove('/libraries/:id', {
    summary: 'Delete a library entry with its file',
    action: 'library:write',
    failure: 'Failed to delete library entry',
  }),
  download: get('/libraries/:id/download', {
    summary: 'The file of a library entry, to keep; with Range and If-Range a download that was cut off goes on',
    action: 'library:read',
    file: { type: 'application/octet-stream', description: 'The file, whole or the range that was asked for' },
    failure: 'Failed to download file',
  }),
  view: get('/libraries/:id/view', {
    summary: 'The file of a library entry, to show in place when it is a PDF or a picture',
    action: 'library:read',
    file: { type: 'application/octet-stream', description: 'The file' },
    failure: 'Failed to download file',
  }),
}
