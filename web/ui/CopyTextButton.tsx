import { CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Button } from './buttons.tsx'

/** Copies the text beside it, and says so for a moment. `isFirst` gives it a dialog's first focus. */
export const CopyTextButton = ({ text, isFirst = false }: { text: string; isFirst?: boolean }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        data-autofocus={isFirst || undefined}
        onClick={copy}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    )}
  </CopyButton>
)
