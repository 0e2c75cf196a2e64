import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/skills/import': [],
    '/staff/import': [],
    '/students/import': [],
  },
  unformed: {
    'skillImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'skillImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'staffImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'staffImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'studentImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'studentImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
  },
}
