import { useMutation, useQuery } from '@tanstack/react-query'
import type { auth, OwnLogin } from '../../../shared/contract/auth.ts'
import type { Reply } from '../../../shared/endpoint.ts'
import { messageOf } from '../../core/api-error.ts'
import { confirm } from '../../core/confirm.ts'
import { formatInstant } from '../../core/formats.ts'
import { toast } from '../../core/toasts.ts'
import { deviceText } from '../../parts/device-text.ts'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { RecordModal } from '../../ui/RecordModal.tsx'
import classes from '../../ui/RowList.module.css'
import { RowText, RowWords } from '../../ui/RowText.tsx'
import { Tag } from '../../ui/Tag.tsx'
import { loginsQuery, useEndingLogins } from './api.ts'

const TITLE = 'Signed-in devices'

/** Lists the person's logins, and ends them. */
export function DevicesModal({ onClose }: { onClose: () => void }) {
  return (
    <RecordModal title={TITLE} query={useQuery(loginsQuery)} onClose={onClose}>
      {(logins) => <LoginsModal logins={logins} onClose={onClose} />}
    </RecordModal>
  )
}

const nameOf = ({ user_agent }: OwnLogin) => (user_agent && deviceText(user_agent)) || 'Unknown device'

function LoginsModal({ logins, onClose }: { logins: Reply<typeof auth.listLogins>; onClose: () => void }) {
  const { data, meta } = logins
  const { end, endOthers } = useEndingLogins()
  const ending = useMutation({
    mutationFn: ({ id }: OwnLogin) => end({ params: { id } }),
    onSuccess: (_, login) => {
      toast.success(`${nameOf(login)} is signed out.`)
    },
  })
  const endingOthers = useMutation({
    mutationFn: () => endOthers({}),
    onSuccess: () => toast.success('You are signed out everywhere else.'),
  })
  const isBusy = ending.isPending || endingOthers.isPending
  const failure = ending.error ?? endingOthers.error

  function endOne(login: OwnLogin): void {
    endingOthers.reset()
    ending.mutate(login)
  }

  async function askAndEndOthers() {
    const yes = await confirm({
      title: 'Sign out everywhere else',
      message: 'Every other device has to sign in again. What was not sent stays there until then.',
      confirmLabel: 'Sign out',
      danger: true,
    })
    if (!yes) return
    ending.reset()
    endingOthers.mutate()
  }

  return (
    <Modal title={TITLE} size="md" onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        <Text>
          Where you are signed in now. If one of these is not yours, sign it out and change your password. A device that
          was not used for twelve hours is signed out by itself.
        </Text>
        <ul className={classes.list} aria-label={TITLE}>
          {data.map((login) => (
            <li key={login.id} className={classes.row}>
              <div className={classes.words}>
                <RowWords>
                  <RowText kind="name">{nameOf(login)}</RowText>
                  {login.is_current && <Tag word="This device" />}
                </RowWords>
                <RowText kind="detail">Signed in {formatInstant(login.created_at)}</RowText>
                <RowText kind="detail">Last used {formatInstant(login.last_used_at)}</RowText>
              </div>
              {!login.is_current && (
                <Button
                  variant="default"
                  disabled={isBusy}
                  aria-label={`Sign out ${nameOf(login)}, signed in ${formatInstant(login.created_at)}`}
                  onClick={() => endOne(login)}
                >
                  {ending.isPending && ending.variables.id === login.id ? 'Signing out...' : 'Sign out'}
                </Button>
              )}
            </li>
          ))}
        </ul>
        {meta.total > data.length && (
          <Text size="sm" c="dimmed">
            These are the {data.length} used last of {meta.total}.
          </Text>
        )}
        {failure && <Problem text={messageOf(failure)} />}
        {meta.total > 1 && (
          <Group>
            <Button variant="outline" color="red" disabled={isBusy} onClick={askAndEndOthers}>
              {endingOthers.isPending ? 'Signing out...' : 'Sign out everywhere else'}
            </Button>
          </Group>
        )}
      </Stack>
    </Modal>
  )
}
