import { type SettingsOfCollege, SignatoriesInput } from '../../../shared/contract/settings.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { SimpleGrid, Text } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { useSaveSignatories } from './api.ts'
import { signatoriesBody, signatoryValues } from './rules.ts'

interface Props {
  settings: SettingsOfCollege
  guards: LeaveGuards
}

/** Names the people below whose names the papers of the college have a line to sign on. */
export function SignatoriesForm({ settings, guards }: Props) {
  const save = useSaveSignatories()
  const form = useDraftForm({
    key: 'settings:signatories',
    initialValues: signatoryValues(settings),
    schema: SignatoriesInput,
    toBody: signatoriesBody,
    save: (body) => save({ body }),
    onSaved: () => toast.success('Signatories saved.'),
  })
  return (
    <FormCard order={2} title="Signatories" form={form} guards={guards} saveLabel="Save signatories">
      <Text size="sm" c="dimmed">
        They stand below the lines to sign on of every logbook, certificate, statement and eligibility list that is
        given out from now on. Without any, the lines say “Head of department” and “Principal”.
      </Text>
      {form.fields.getValues().signatories.map((_, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is its place on the paper
        <SimpleGrid key={place} cols={{ base: 1, sm: 2 }} spacing="xs">
          <TextInput
            label={`Name of signatory ${place + 1}`}
            placeholder="Prof. Dr. Ayesha Khan"
            {...form.fields.getInputProps(`signatories.${place}.name`)}
          />
          <TextInput
            label={`Title of signatory ${place + 1}`}
            placeholder="Principal"
            {...form.fields.getInputProps(`signatories.${place}.title`)}
          />
        </SimpleGrid>
      ))}
    </FormCard>
  )
}
