import { useMutation } from '@tanstack/react-query'
import { AlertsInput } from '../../../shared/contract/concerns.ts'
import type { SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { messageOf } from '../../core/api-error.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Group, Text } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextInput } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { Problem } from '../../ui/Problem.tsx'
import { readWebhookKey, useSaveAlerts } from './api.ts'
import { alertValues, fixedBy, free, nameOfSetting } from './rules.ts'
import classes from './SettingsPage.module.css'

interface Props {
  settings: SettingsOfCollege
  guards: LeaveGuards
}

/** Says who is told when something is wrong with the installation. */
export function AlertsForm({ settings, guards }: Props) {
  const { environment, alert_webhook } = settings
  const save = useSaveAlerts()
  const form = useDraftForm({
    key: 'settings:alerts',
    initialValues: alertValues(settings),
    schema: AlertsInput,
    toBody: (values) => free(environment, values),
    nameOf: nameOfSetting,
    save: (body) => save({ body }),
    onSaved: () => toast.success('Alerts saved.'),
  })
  return (
    <FormCard order={2} title="Alerts" form={form} guards={guards} saveLabel="Save alerts">
      <Text size="sm" c="dimmed">
        Told when a backup or its copy fails or is late, a disk is nearly full, the certificate ends soon, a clock is
        wrong, mails or jobs do not go through, files are not in order, or the audit trail is not whole; and when it is
        over.
      </Text>
      <TextInput
        label="Mail addresses"
        description="Up to five, separated by commas. They need a mail server that works."
        placeholder="operator@example.org"
        autoCapitalize="none"
        {...form.fields.getInputProps('alert_mail')}
        {...fixedBy(environment, 'alert_mail')}
      />
      <TextInput
        label="Webhook"
        description="An address that takes messages as Standard Webhooks has them, signed."
        placeholder="https://alerts.example.org/elog"
        inputMode="url"
        {...form.fields.getInputProps('alert_webhook')}
        {...fixedBy(environment, 'alert_webhook')}
      />
      {alert_webhook !== null && <WebhookKey key={alert_webhook} />}
      <TextInput
        label="Sign of life"
        description="Called every five minutes. Whoever listens there tells you when no call comes any more."
        placeholder="https://hc.example.org/ping/1234"
        inputMode="url"
        {...form.fields.getInputProps('heartbeat_url')}
        {...fixedBy(environment, 'heartbeat_url')}
      />
    </FormCard>
  )
}

/** Shows the key of the webhook once somebody asks for it. */
function WebhookKey() {
  const reading = useMutation({ mutationFn: readWebhookKey })
  const { data, error, isPending, mutate } = reading
  if (data)
    return (
      <Text size="sm">
        The receiver checks the signature with this key: <code className={classes.key}>{data.data.secret}</code>
      </Text>
    )
  return (
    <Group gap="sm">
      <Button variant="default" size="compact-sm" disabled={isPending} onClick={() => mutate()}>
        Show the webhook’s key
      </Button>
      {error && <Problem text={messageOf(error)} />}
    </Group>
  )
}
