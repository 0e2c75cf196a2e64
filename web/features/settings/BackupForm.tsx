import { BackupInput, type SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { SimpleGrid } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { useSaveBackup } from './api.ts'
import { backupValues, fixedBy, free, nameOfSetting, numberOf } from './rules.ts'

interface Props {
  settings: SettingsOfCollege
  guards: LeaveGuards
}

export function BackupForm({ settings, guards }: Props) {
  const { environment } = settings
  const save = useSaveBackup()
  const form = useDraftForm({
    key: 'settings:backup',
    initialValues: backupValues(settings),
    schema: BackupInput,
    toBody: ({ backup_dir, backup_at, backup_keep }) =>
      free(environment, { backup_dir, backup_at, backup_keep: numberOf(backup_keep) }),
    nameOf: nameOfSetting,
    save: (body) => save({ body }),
    onSaved: () => toast.success('Backup saved.'),
  })
  return (
    <FormCard order={2} title="Backup" form={form} guards={guards} saveLabel="Save backup">
      <TextInput
        label="Directory"
        description="On the server, best on another disk. Without one, no backups are made."
        placeholder="/mnt/backups"
        autoCapitalize="none"
        {...form.fields.getInputProps('backup_dir')}
        {...fixedBy(environment, 'backup_dir')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <TextInput
          label="Time of day"
          type="time"
          {...form.fields.getInputProps('backup_at')}
          {...fixedBy(environment, 'backup_at')}
        />
        <TextInput
          label="Days kept"
          inputMode="numeric"
          {...form.fields.getInputProps('backup_keep')}
          {...fixedBy(environment, 'backup_keep')}
        />
      </SimpleGrid>
    </FormCard>
  )
}
