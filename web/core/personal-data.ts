import { personalData } from '../../shared/contract/personal-data.ts'
import { messageOf } from './api-error.ts'
import { callFile } from './call-file.ts'
import { saveFile } from './downloads.ts'
import { toast } from './toasts.ts'

/** Hands all data about a person to the browser's downloads, or tells the failure. */
export async function savePersonalData(userId: number): Promise<void> {
  try {
    saveFile(await callFile(personalData.export, { params: { id: userId } }), 'personal-data.json')
    toast.success('Personal data downloaded')
  } catch (error) {
    toast.error(messageOf(error))
  }
}
