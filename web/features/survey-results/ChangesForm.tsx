import { type FormEvent, useState } from 'react'
import { SurveyChangesInput } from '../../../shared/contract/feedback/follow-up.ts'
import type { FeedbackSurvey } from '../../../shared/contract/feedback/surveys.ts'
import { takesChanges } from '../../../shared/policies/feedback.ts'
import { refusalOf } from '../../../shared/policies/policy.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Paper, Stack, Text, Title } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextArea } from '../../ui/fields.tsx'
import { useLeaveGuards } from '../../ui/leave-guard.ts'
import { textsOf } from '../../ui/texts.ts'
import { useFollowUp } from './api.ts'

const TITLE = 'What we changed'

const publishedText = ({ changes_at }: FeedbackSurvey) =>
  changes_at === null ? 'Nothing is published yet.' : `Published on ${formatInstant(changes_at)}.`

/** Tells students the effects of an ended survey; before its end, says when that is possible. */
export function ChangesForm({ survey }: { survey: FeedbackSurvey }) {
  const [openings, setOpenings] = useState(0)
  const refusal = refusalOf(takesChanges, survey.standing)
  if (refusal !== undefined)
    return (
      <Paper withBorder p="md" data-screen>
        <Stack gap="xs">
          <Title order={3} size="h5">
            {TITLE}
          </Title>
          <Text size="sm" c="dimmed">
            {refusal}
          </Text>
          {survey.changes_text !== null && (
            <>
              <Text size="sm">{publishedText(survey)} Students are not shown it now, as the survey has not ended:</Text>
              <Text dir="auto" style={{ textAlign: 'start', whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
                {survey.changes_text}
              </Text>
            </>
          )}
        </Stack>
      </Paper>
    )
  // A survey that is read again opens a new form; typed text is kept as a draft.
  return <OneText key={`${openings} ${survey.updated_at}`} survey={survey} onDone={() => setOpenings(openings + 1)} />
}

interface Props {
  survey: FeedbackSurvey
  /** Opens the form anew over the stored text. */
  onDone: () => void
}

function OneText({ survey, onDone }: Props) {
  const { publishChanges } = useFollowUp()
  const guards = useLeaveGuards()
  const [initialValues] = useState(() => ({ ...textsOf(survey, ['changes_text']), updated_at: survey.updated_at }))
  const form = useDraftForm({
    key: `survey-changes:${survey.id}`,
    initialValues,
    schema: SurveyChangesInput,
    toBody: (values) => values,
    save: (body) => publishChanges({ params: { id: survey.id }, body }),
    onSaved: () => {
      const isTold = form.fields.getValues().changes_text.trim() !== ''
      toast.success(
        isTold ? 'Published! Students read it below their surveys.' : 'Taken back. Students no longer see it.',
      )
      onDone()
    },
  })

  // A refused, outdated version is being read again already.
  function reload(): void {
    form.abandon()
    onDone()
  }

  const takesBack = survey.changes_text !== null && form.fields.getValues().changes_text.trim() === ''
  const publishLabel = survey.changes_text === null ? 'Publish' : 'Publish Again'

  async function takeBack(): Promise<void> {
    const asked = await confirm({
      title: 'Take back',
      subject: survey.title,
      message: 'Are you sure you want to take back what was changed? Students will no longer read it.',
      confirmLabel: 'Take Back',
      danger: true,
    })
    if (asked) form.formProps.onSubmit()
  }

  function onSubmit(event?: FormEvent<HTMLFormElement>): void {
    event?.preventDefault()
    if (takesBack) void takeBack()
    else form.formProps.onSubmit(event)
  }

  return (
    <FormCard
      title={TITLE}
      form={{ ...form, formProps: { ...form.formProps, onSubmit } }}
      guards={guards}
      saveLabel={takesBack ? 'Take Back' : publishLabel}
      pendingLabel={takesBack ? 'Taking back...' : 'Publishing...'}
      onReload={reload}
    >
      <Text size="sm" c="dimmed" role="status">
        {publishedText(survey)}
      </Text>
      <TextArea
        label="What came of the answers"
        description="The students whom this survey asks read it below their surveys. Empty it to take it back."
        rows={4}
        {...form.fields.getInputProps('changes_text')}
      />
    </FormCard>
  )
}
