import { ROLES } from '../../../shared/permissions.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/logbook': [
      'tab=entries&status=signed&department_id=4&page=2',
      'modal=view&id=4',
      'tab=groups&of_department=4&batch_id=4&group_id=4',
      'tab=groups&of_department=4&batch_id=4&group_id=4&on=2026-02-28',
      'tab=hints&kind=many-a-day&department_id=4&from=2026-01-01&page=2',
    ],
  },
  unformed: {
    'logEntries.create': [
      'is_round entries code key corrects_id',
      'the device makes entries and their keys of the form',
    ],
    'logSigning.sign': ['ids decision rating feedback seen', 'ticked in the list, with fields that need no names'],
    'logSigning.makeCode': ['ids', 'the latest entries'],
    'logSigning.signByCode': [
      'code decision rating feedback seen secret entries student',
      'read from the picture of the code, or typed',
    ],
  },
  tiles: { Logbook: ROLES },
}
