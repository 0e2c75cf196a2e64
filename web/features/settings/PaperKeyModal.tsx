import { IconKey, IconPrinter } from '@tabler/icons-react'
import { formatInstant } from '../../core/formats.ts'
import { collegeName } from '../../core/page-config.ts'
import { Alert } from '../../ui/Alert.tsx'
import { Button } from '../../ui/buttons.tsx'
import { Group, Stack, Text } from '../../ui/elements.tsx'
import { CloseFooter, Modal } from '../../ui/Modal.tsx'
import { OnPaper } from '../../ui/OnPaper.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import classes from './PaperKeyModal.module.css'

interface Props {
  made: { credential: string; made_at: string }
  place: string
  onClose: () => void
}

/** Writes a key as people type it from paper: they may type the spaces or leave them out. */
const inGroups = (key: string) => [key.slice(0, 16), ...(key.slice(16).match(/.{1,6}/g) ?? [])].join(' ')

/** Shows the key for paper, this once, to print. */
export function PaperKeyModal({ made: { credential, made_at }, place, onClose }: Props) {
  return (
    <Modal title="Key for paper" keeps onClose={onClose} footer={<CloseFooter onClose={onClose} />}>
      <Stack gap="md">
        <Text>
          When this machine is lost, whoever has this key restores the college from the bucket, and nobody without it
          can. Print it twice and lock the papers away in two places, none of them beside the server.
        </Text>
        <div className={classes.key}>
          <QrCode text={credential} label="The key as a QR code" />
          <output aria-label="Key" className={classes.letters}>
            {credential}
          </output>
        </div>
        <Group gap="xs">
          <Button leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
            Print
          </Button>
        </Group>
        <Alert color="gray" icon={<IconKey aria-hidden />}>
          It is shown only now: the server does not keep it. If it gets lost, make another one here.
        </Alert>
      </Stack>
      <OnPaper className={classes.paper}>
        {() => (
          <>
            <h1>Key to the backups</h1>
            <p>{`${collegeName()}, Clinical eLog. Made ${formatInstant(made_at)}. Backups are in ${place}.`}</p>
            <div className={classes.code}>
              <QrCode text={credential} label="The key as a QR code" />
            </div>
            <p className={classes.typed}>{inGroups(credential)}</p>
            <p>
              This key opens the backups of the college that lie away from its server, with everything in them. Lock
              this paper away like the seal of the college, away from the server. Give it to nobody who does not restore
              it.
            </p>
            <p>
              To restore: install Clinical eLog on an empty machine, set BACKUP_URL to the bucket, run{' '}
              <code className={classes.command}>npm run restore -- --from-bucket</code> and type this key when it is
              asked for. Small letters will do, with the spaces or without. 0 is a zero: the letters B, I and O do not
              occur.
            </p>
          </>
        )}
      </OnPaper>
    </Modal>
  )
}
