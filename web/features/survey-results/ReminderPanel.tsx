import { IconMail } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useId } from 'react'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { reminderStateOf, takesReminder } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { mailConfigured } from '../../core/page-config.ts'
import { toast } from '../../core/toasts.ts'
import { Button } from '../../ui/buttons.tsx'
import { Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { useFollowUp } from './api.ts'
import { remindedText, reminderText } from './rules.ts'

/** Mails the students who have not answered, or says why that can't be done now. */
export function ReminderPanel({ survey }: { survey: FeedbackSurvey }) {
  const whyId = useId()
  const { remind } = useFollowUp()
  const reminding = useMutation({
    mutationFn: () => remind({ params: { id: survey.id } }),
    onSuccess: ({ data }) => toast.success(remindedText(data.mails)),
  })
  const why = refusalOf(takesReminder, reminderStateOf(survey, { hasMail: mailConfigured(), now: Date.now() }))
  const last = survey.reminded_at && `Last reminder: ${formatInstant(survey.reminded_at)}.`

  async function send(): Promise<void> {
    const question = { title: 'Send reminder', message: reminderText(survey), confirmLabel: 'Send Reminder' }
    if (await confirm({ ...question, subject: survey.title })) reminding.mutate()
  }

  return (
    <Stack gap={4} align="flex-start">
      <Button
        variant="default"
        leftSection={<IconMail size={16} aria-hidden />}
        disabled={reminding.isPending || why !== undefined}
        aria-describedby={why || last ? whyId : undefined}
        onClick={() => void send()}
      >
        {reminding.isPending ? 'Sending...' : 'Send Reminder'}
      </Button>
      {(why || last) && (
        <Text id={whyId} size="sm" c="dimmed">
          {[why, last].filter(Boolean).join(' ')}
        </Text>
      )}
      {reminding.error && <Problem text={messageOf(reminding.error)} />}
    </Stack>
  )
}
