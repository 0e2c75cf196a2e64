import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/staff/import': [],
    '/students/import': [],
  },
  unformed: {
    'staffImports.preview': ['date_order', 'chosen beside the preview'],
    'staffImports.run': ['date_order digest', 'what the preview was made of'],
    'studentImports.preview': ['date_order', 'chosen beside the preview'],
    'studentImports.run': ['date_order digest', 'what the preview was made of'],
  },
}
