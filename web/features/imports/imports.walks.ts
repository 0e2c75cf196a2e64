import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/department/import': [],
    '/designations/import': [],
    '/groups/import': [],
    '/assessment/import': [],
    '/attendance/import': [],
    '/skills/import': [],
    '/staff/import': [],
    '/students/import': [],
  },
  unformed: {
    'departmentImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'departmentImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'designationImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'designationImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'groupImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'groupImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'attendanceImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'attendanceImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'resultImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'resultImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'skillImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'skillImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'staffImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'staffImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
    'studentImports.preview': ['date_order columns mended making', 'chosen beside the preview'],
    'studentImports.run': ['date_order columns mended making digest', 'what the preview was made of'],
  },
}
