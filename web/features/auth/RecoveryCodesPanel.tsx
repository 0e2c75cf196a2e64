import { IconKey, IconPrinter } from '@tabler/icons-react'
import { signInNameOf } from '../../../shared/sign-in-name.ts'
import { useLogin } from '../../core/login.ts'
import { collegeName } from '../../core/page-config.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { CopyTextButton } from '../../ui/CopyTextButton.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { OnPaper } from '../../ui/OnPaper.tsx'
import classes from './TwoStep.module.css'

const List = ({ codes }: { codes: readonly string[] }) => (
  <ul className={classes.codes} aria-label="Recovery codes">
    {codes.map((code) => (
      <li key={code}>{code}</li>
    ))}
  </ul>
)

/** Shows recovery codes, this once, to copy and to print. */
export function RecoveryCodesPanel({ codes }: { codes: readonly string[] }) {
  const user = useLogin()?.user
  return (
    <Stack gap="md">
      <Text>
        Each of these codes signs you in once without your phone, after your password. They are shown only now: keep
        them where you would keep a spare key, not on the phone.
      </Text>
      <List codes={codes} />
      <Group gap="xs">
        <CopyTextButton text={codes.join('\n')} />
        <Button variant="default" leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
          Print
        </Button>
      </Group>
      <Alert color="gray" icon={<IconKey aria-hidden />}>
        If you lose them, make new ones under Two-step sign-in; without phone and codes an administrator can help.
      </Alert>
      <OnPaper className={classes.paper}>
        {() => (
          <>
            <h1>Recovery codes</h1>
            <p>
              {collegeName()}, Clinical eLog, {user && signInNameOf(user)}. Each signs in once, after the password.
            </p>
            <List codes={codes} />
          </>
        )}
      </OnPaper>
    </Stack>
  )
}
