import { IconMessage } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useRef, useState } from 'react'
import { CommentInput, type SubmissionComment } from '../../../shared/contract/submission-comments.ts'
import type { Submission } from '../../../shared/contract/submissions.ts'
import { can } from '../../../shared/permissions.ts'
import { readDraft } from '../../core/drafts.ts'
import { formatInstant } from '../../core/formats.ts'
import { useLogin, useRoles } from '../../core/login.ts'
import { toast } from '../../core/toasts.ts'
import { ListState } from '../../layout/ListState.tsx'
import { FilesList } from '../../parts/FilesList.tsx'
import { Button } from '../../ui/buttons.tsx'
import { useDraftForm } from '../../ui/draft-form.ts'
import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '../../ui/elements.tsx'
import { FormCard } from '../../ui/FormCard.tsx'
import { TextArea } from '../../ui/fields.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { PersonName } from '../../ui/PersonName.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import classes from './ThreadPanel.module.css'
import { commentDraftKey, commentKey, threadQuery, useReturnedFiles, useWriteComment } from './thread.api.ts'

interface Props {
  submission: Submission
  guards: LeaveGuards
  /** Returns the work for correction; left out where that is not allowed. */
  giveBack?: ((text: string) => Promise<unknown>) | undefined
  /** A comment was sent; a return brings its submission itself. */
  onCommented?: (() => void) | undefined
}

/** Shows what student and teachers have written on a submission, and takes the next comment. */
export function ThreadPanel({ submission, guards, giveBack, onCommented }: Props) {
  const roles = useRoles()
  const thread = useQuery(threadQuery(submission.id))
  const [sent, setSent] = useState(0)
  const mayWrite = can(roles, 'submissions:comment')
  const isStudent = can(roles, 'submissions:submit')
  // Graders have opened the thread to write; a student has opened the work.
  const [isAsked, setAsked] = useState(() => !isStudent || readDraft(commentDraftKey(submission.id)) !== undefined)
  return (
    <Stack gap="sm" mt={isStudent ? 'lg' : undefined}>
      <ListState
        query={thread}
        failure="Failed to load comments. Please try again."
        skeleton={<Skeleton height={48} aria-busy="true" />}
      >
        {(lines) =>
          lines.length > 0 && (
            <>
              {isStudent && (
                <Title order={3} size="h5">
                  Comments
                </Title>
              )}
              <ol className={classes.thread} aria-label={`Comments on the work of ${submission.student.name}`}>
                {lines.map((line) => (
                  <Line key={line.id} line={line} submission={submission} />
                ))}
              </ol>
            </>
          )
        }
      </ListState>
      {mayWrite && !isAsked && (
        <Group>
          <Button
            size="sm"
            variant="default"
            leftSection={<IconMessage size={16} aria-hidden />}
            onClick={() => setAsked(true)}
          >
            Write a Comment
          </Button>
        </Group>
      )}
      {mayWrite && isAsked && (
        <CommentForm
          key={sent}
          submission={submission}
          guards={guards}
          giveBack={giveBack}
          onCommented={onCommented}
          onDone={() => setSent(sent + 1)}
        />
      )}
    </Stack>
  )
}

function Line({ line, submission }: { line: SubmissionComment; submission: Submission }) {
  const { author, text, kind, is_students, created_at, files } = line
  const isMine = useLogin()?.user.id === author.id
  const read = useReturnedFiles(submission, files)
  return (
    <li className={classes.line} data-student={is_students || undefined}>
      <Group gap="xs">
        <Text fw={600} size="sm">
          {isMine ? 'You' : <PersonName name={author.name} />}
        </Text>
        <Text size="sm" c="dimmed">
          {formatInstant(created_at)}
        </Text>
        {kind !== 'comment' && <StatusBadge status={kind} />}
      </Group>
      {text !== null && (
        <Text className={classes.text}>
          <bdi>{text}</bdi>
        </Text>
      )}
      {files.length > 0 && (
        <div>
          <Text size="sm" c="dimmed">
            Sent before
          </Text>
          <FilesList label={`Files sent before, until ${formatInstant(created_at)}`} files={files} read={read} />
        </div>
      )}
    </li>
  )
}

function CommentForm({ submission, guards, giveBack, onCommented, onDone }: Props & { onDone: () => void }) {
  const { id, student } = submission
  const isStudent = can(useRoles(), 'submissions:submit')
  const write = useWriteComment()
  const returns = useRef(false)
  const form = useDraftForm({
    key: commentKey(id),
    initialValues: { text: '' },
    schema: CommentInput,
    toBody: ({ text }) => ({ text }),
    save: async ({ text }, _, key) => {
      if (returns.current && giveBack) await giveBack(text ?? '')
      else await write({ params: { id }, body: { text }, key })
    },
    onSaved: () => {
      toast.success(returns.current ? 'Returned for correction.' : 'Comment sent.')
      onDone()
      if (!returns.current) onCommented?.()
    },
  })

  function onReturn(event: MouseEvent<HTMLButtonElement>): void {
    returns.current = true
    if (form.fields.getValues().text.trim() !== '') return
    event.preventDefault()
    form.fields.setFieldError('text', 'Please write what is to be corrected')
    event.currentTarget.form?.querySelector('textarea')?.focus()
  }

  const { onChange, ...field } = form.fields.getInputProps('text')
  return (
    <FormCard
      title={isStudent ? 'Write to your teacher' : `Write to ${student.name}`}
      form={form}
      guards={guards}
      saveLabel="Send Comment"
      pendingLabel="Sending..."
      otherwise={(formId) =>
        giveBack && (
          <Button type="submit" form={formId} variant="default" disabled={form.pending} onClick={onReturn}>
            Return for Correction
          </Button>
        )
      }
    >
      <TextArea
        label={
          isStudent ? (
            'Your comment'
          ) : (
            <>
              Comment <VisuallyHidden>for {student.name}</VisuallyHidden>
            </>
          )
        }
        rows={2}
        disabled={form.pending}
        {...field}
        onChange={(event) => {
          returns.current = false
          onChange(event)
        }}
      />
    </FormCard>
  )
}
