import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { Button } from './buttons.tsx'

/** Copies the text beside it, and says so for a moment. `isFirst` gives it a dialog's first focus. */
export function CopyTextButton({ text, isFirst = false }: { text: string; isFirst?: boolean }) {
  const { copied, copy } = useClipboard({ timeout: 1000 })
  return (
    <Button
      variant="default"
      leftSection={copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
      data-autofocus={isFirst || undefined}
      onClick={() => copy(text)}
    >
      {copied ? 'Copied' : 'Copy'}
    </Button>
  )
}
