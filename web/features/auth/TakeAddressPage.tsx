import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { messageOf } from '../../core/api-error.ts'
import { EntryPage } from '../../layout/EntryPage.tsx'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Anchor, Stack, Text } from '../../ui/elements.tsx'
import { Problem } from '../../ui/Problem.tsx'
import { takeEmail } from './api.ts'

/** Takes the address of a mailed link. A press does it, since mail programs open links to look at them. */
export function TakeAddressPage() {
  const token = useSearchParams()[0].get('token') ?? ''
  const taking = useMutation({ mutationFn: () => takeEmail(token) })
  return (
    <EntryPage title="Your address">
      <Stack gap="sm">
        {taking.data ? (
          <Alert color="green" role="status">
            {taking.data.message}
          </Alert>
        ) : (
          <>
            <Text>Your account of Clinical eLog gets the address to which this link was mailed.</Text>
            {taking.error && <Problem text={messageOf(taking.error)} />}
            <Button disabled={taking.isPending} onClick={() => taking.mutate()}>
              {taking.isPending ? 'Saving...' : 'Take this address'}
            </Button>
          </>
        )}
        <Anchor href="/dashboard" size="sm">
          Open Clinical eLog
        </Anchor>
      </Stack>
    </EntryPage>
  )
}
