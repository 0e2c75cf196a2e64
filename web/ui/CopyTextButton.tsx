import { Button, CopyButton } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'

/** Copies a text that is shown beside it, and says for a moment that it did. */
export const CopyTextButton = ({ text }: { text: string }) => (
  <CopyButton value={text}>
    {({ copied, copy }) => (
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
        onClick={copy}
      >
        {copied ? 'Copied' : 'Copy'}
      </Button>
    )}
  </CopyButton>
)
