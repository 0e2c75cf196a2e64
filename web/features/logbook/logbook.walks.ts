import { ROLES } from '../../../shared/permissions.ts'
import type { Walks } from '../../testing/walks.ts'

export const walks: Walks = {
  addresses: {
    '/logbook': ['tab=entries&status=signed&department_id=4&page=2', 'modal=view&id=4'],
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
