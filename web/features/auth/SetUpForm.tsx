import { useMediaQuery } from '@mantine/hooks'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { messageOf } from '../../core/api-error.ts'
import { Button } from '../../ui/buttons.tsx'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import type { LeaveGuards } from '../../ui/leave-guard.ts'
import { Problem } from '../../ui/Problem.tsx'
import { HAND_HELD } from '../../ui/phone.ts'
import { QrCode } from '../../ui/QrCode.tsx'
import { beginTwoStep, confirmTwoStep } from './api.ts'
import { ProofForm } from './ProofForm.tsx'
import classes from './TwoStep.module.css'

/** Groups the letters of a secret for typing. */
const inGroups = (secret: string) => secret.replace(/(.{4})(?=.)/g, '$1 ')

interface Props {
  onCodes: (codes: string[]) => void
  /** The guards of the dialog around the form. */
  guards?: LeaveGuards
}

/** Sets up a second factor: the app gets the secret, and a code proves it. */
export function SetUpForm({ onCodes, guards }: Props) {
  const beginning = useMutation({ mutationFn: beginTwoStep, gcTime: 0 })
  const begun = beginning.data
  const isHandHeld = useMediaQuery(HAND_HELD, false, { getInitialValueInEffect: false })
  const next = useRef<HTMLParagraphElement>(null)
  // The button that was pressed has gone, so the focus moves to the next step.
  useEffect(() => {
    if (begun) next.current?.focus()
  }, [begun])
  if (!begun)
    return (
      <Stack gap="md">
        <Text>
          After your password you are asked for a code that an authenticator app on your phone shows, such as Google
          Authenticator, Microsoft Authenticator or Aegis. Who finds out your password cannot sign in without your
          phone.
        </Text>
        {beginning.error && <Problem text={messageOf(beginning.error)} />}
        <Group>
          <Button disabled={beginning.isPending} onClick={() => beginning.mutate()}>
            {beginning.isPending ? 'Beginning...' : 'Set it up'}
          </Button>
        </Group>
      </Stack>
    )
  return (
    <Stack gap="sm">
      <Text ref={next} tabIndex={-1}>
        {isHandHeld
          ? 'Open the app on this device, or copy the letters into it. An app on another device scans the picture.'
          : 'Scan this with the authenticator app, or type the letters into it.'}{' '}
        Then enter the code that it shows.
      </Text>
      {isHandHeld && (
        <Group>
          {/* Nobody scans the screen of the phone in the own hand. */}
          <Button component="a" href={begun.uri} variant="outline">
            Open the authenticator app
          </Button>
        </Group>
      )}
      <div className={classes.secret}>
        <QrCode text={begun.uri} label="QR code for the authenticator app" />
        <Stack gap="sm" align="flex-start" className={classes.typed}>
          <output aria-label="Letters for the authenticator app" className={classes.letters}>
            {inGroups(begun.secret)}
          </output>
          <CopyTextButton text={begun.secret} />
        </Stack>
      </div>
      <ProofForm
        label="Turn on"
        pendingLabel="Turning on..."
        codeHint="The six digits that the app shows now"
        {...(guards ? { guards } : {})}
        save={async (body) => onCodes(await confirmTwoStep(body))}
      />
    </Stack>
  )
}
