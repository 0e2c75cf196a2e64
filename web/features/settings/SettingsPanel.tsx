import { useEffect } from 'react'
import type { SettingsOfCollege } from '../../../shared/contract/settings.ts'
import { keepCollegeFacts } from '../../core/college-facts.ts'
import { Stack, Text } from '../../ui/elements.tsx'
import { useLeaveGuards } from '../../ui/leave-guard.ts'
import { AlertsForm } from './AlertsForm.tsx'
import { BackupForm } from './BackupForm.tsx'
import { CollegeForm } from './CollegeForm.tsx'
import { ElsewherePanel } from './ElsewherePanel.tsx'
import { LogoPanel } from './LogoPanel.tsx'
import { MailForm } from './MailForm.tsx'
import { ReleasesPanel } from './ReleasesPanel.tsx'
import { alertValues, backupValues, collegeValues, mailValues, signatoryValues } from './rules.ts'
import classes from './SettingsPage.module.css'
import { SignatoriesForm } from './SignatoriesForm.tsx'
import { TestAlertButton, TestMailButton, TestRestoreButton } from './TestsPanel.tsx'

/** Each form is drawn anew over what was saved, and so begins with it. */
export function SettingsPanel({ settings }: { settings: SettingsOfCollege }) {
  const guards = useLeaveGuards()
  const { college_name, logo_digest, has_mail, backup_dir, last_restore, alert_mail, alert_webhook, heartbeat_url } =
    settings
  useEffect(() => keepCollegeFacts({ college_name, logo_digest }), [college_name, logo_digest])
  return (
    <Stack gap="md" className={classes.forms}>
      <Text size="sm" c="dimmed">
        A change takes effect without a restart, within five seconds also where several servers share the database. Only
        notices to devices take a new sender with the next start.
      </Text>
      <CollegeForm key={JSON.stringify(collegeValues(settings))} settings={settings} guards={guards} />
      <LogoPanel logo={settings.logo} />
      <SignatoriesForm key={JSON.stringify(signatoryValues(settings))} settings={settings} guards={guards} />
      <MailForm
        key={JSON.stringify([mailValues(settings), settings.mail_signs_in])}
        settings={settings}
        guards={guards}
      />
      <TestMailButton hasMail={has_mail} />
      <BackupForm key={JSON.stringify(['backup', backupValues(settings)])} settings={settings} guards={guards} />
      <TestRestoreButton last={last_restore} hasDirectory={backup_dir !== null} />
      <ElsewherePanel elsewhere={settings.elsewhere} />
      <AlertsForm key={JSON.stringify(['alerts', alertValues(settings)])} settings={settings} guards={guards} />
      <TestAlertButton hasPlace={[alert_mail, alert_webhook, heartbeat_url].some((place) => place !== null)} />
      <ReleasesPanel releases={settings.releases} />
    </Stack>
  )
}
