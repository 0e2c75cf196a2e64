import { form } from '../../testing/uploads.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  kinds: {
    library: {
      make: ({ make, ids, tell, fileName }) =>
        make.libraryEntry(
          ids.department,
          {
            title: tell('entry'),
            detail: tell('entry detail'),
            description: tell('entry description'),
            batch_id: ids.batch,
            uploaded_by: ids.user,
            filename: fileName,
          },
          tell('content'),
        ),
      shownTo: ['staff'],
      texts: { staff: ['entry', 'content'], group: ['entry', 'content'] },
    },
  },
  ids: { '/libraries': 'library' },
  prepared: {
    'POST /libraries json': async ({ at, caller }) => {
      const file = new FormData()
      file.set('file', form({}, 'work.pdf').get('files[0]') as File, 'work.pdf')
      const { body } = await (await at.of(caller.id)).upload('/libraries/uploads', file)
      return { body: { filename: 'work.pdf', file_path: body.data.file_path } }
    },
  },
  filters: {
    '/libraries': {
      department_id: 'library_entries.department_id',
      batch_id: 'library_entries.batch_id',
      type: 'library_entries.type',
    },
    '/libraries/types': { department_id: 'library_entries.department_id', batch_id: 'library_entries.batch_id' },
  },
  files: {
    library_entries: {
      keep: async ({ at, medicine }) => {
        const id = await at.make.libraryEntry(medicine)
        return (await at.stored('library_entries', id))?.storage_key ?? ''
      },
      address: (row) => `/libraries/${row.id}/download`,
    },
    library_uploads: {
      keep: async ({ at, faculty, keepFile }) => {
        const { size: file_size, ...file } = await keepFile()
        const row = {
          user_id: faculty.userId,
          upload_key: file.storage_key,
          filename: 'a',
          file_type: 'a/b',
          file_size,
        }
        await at.db
          .insertInto('library_uploads')
          .values({ ...row, ...file })
          .execute()
        return file.storage_key
      },
    },
  },
  found: { path: '/libraries' },
  keptLists: { '/libraries': { table: 'library_entries' } },
}
