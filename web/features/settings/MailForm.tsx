import { useState } from 'react'
import { MAIL_PORTS, MAIL_SECURITIES, MailInput, type SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { SimpleGrid } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { NativeSelect, TextInput } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { useSaveMail } from './api.ts'
import { fixedBy, free, mailValues, nameOfSetting, numberOf, SECURITY_WORDS } from './rules.ts'

interface Props {
  settings: SettingsOfCollege
  guards: LeaveGuards
}

export function MailForm({ settings, guards }: Props) {
  const { environment, mail_signs_in } = settings
  const save = useSaveMail()
  // It stands beside the form's values, which are written down as a draft.
  const [password, setPassword] = useState('')
  const form = useDraftForm({
    key: 'settings:mail',
    initialValues: mailValues(settings),
    schema: MailInput,
    toBody: ({ mail_port, mail_password: _, ...values }) =>
      free(environment, {
        ...values,
        mail_port: numberOf(mail_port) as (typeof MAIL_PORTS)[number],
        ...(password === '' ? {} : { mail_password: password }),
      }),
    nameOf: nameOfSetting,
    save: (body) => save({ body }),
    onSaved: () => {
      setPassword('')
      toast.success('Mail saved. Send a test mail to see whether it works.')
    },
  })
  const fixed = (name: Parameters<typeof fixedBy>[1]) => fixedBy(environment, name)
  return (
    <FormCard order={2} title="Mail" form={form} guards={guards} saveLabel="Save mail">
      <TextInput
        label="Mail server"
        description="Such as mail.example.org. Without one, no mails are sent."
        autoCapitalize="none"
        {...form.fields.getInputProps('mail_host')}
        {...fixed('mail_host')}
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xs">
        <NativeSelect label="Port" {...form.fields.getInputProps('mail_port')} {...fixed('mail_port')}>
          {MAIL_PORTS.map((port) => (
            <option key={port}>{port}</option>
          ))}
        </NativeSelect>
        <NativeSelect label="Encryption" {...form.fields.getInputProps('mail_security')} {...fixed('mail_security')}>
          {MAIL_SECURITIES.map((word) => (
            <option key={word} value={word}>
              {SECURITY_WORDS[word]}
            </option>
          ))}
        </NativeSelect>
      </SimpleGrid>
      <TextInput
        label="User name at the mail server"
        description="If it asks for none, leave it empty."
        autoCapitalize="none"
        autoComplete="off"
        {...form.fields.getInputProps('mail_user')}
        {...fixed('mail_user')}
      />
      <PasswordField
        label="Password at the mail server"
        required={false}
        description={
          mail_signs_in
            ? 'One is set. Type another one to replace it, or the same after a change of server, port or user.'
            : 'None is set.'
        }
        autoComplete="off"
        {...form.fields.getInputProps('mail_password')}
        {...fixed('mail_host')}
        value={password}
        onChange={(event) => {
          setPassword(event.currentTarget.value)
          form.fields.clearFieldError('mail_password')
        }}
      />
      <TextInput
        label="Sender"
        description="An address, or a name with one: Clinical eLog <elog@example.org>"
        {...form.fields.getInputProps('mail_from')}
        {...fixed('mail_from')}
      />
      <TextInput
        label="Address of this site"
        description="Links in mails lead there: https://elog.example.org"
        inputMode="url"
        {...form.fields.getInputProps('public_url')}
        {...fixed('public_url')}
      />
    </FormCard>
  )
}
