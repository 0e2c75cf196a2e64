import { IconBulb, IconCameraOff } from '@tabler/icons-react'
import { useRef } from 'react'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/buttons.tsx'
import { Group, Loader, Stack, Text } from '../ui/elements.tsx'
import type { Trouble } from './camera.ts'
import classes from './ScanCode.module.css'
import { useScanning } from './scanning.ts'

const STAGES = {
  asking: 'Allow the camera when the browser asks for it.',
  looking: 'Hold the code inside the frame.',
  again: 'This code has been read already. Hold another one inside the frame.',
  found: 'The code has been read.',
}

const DIGITS = 'Type the six digits instead.'

/** Title, and whatever else can be done; undefined where only somebody else can. */
const TROUBLES: Record<Trouble, [title: string, also: string | undefined]> = {
  insecure: ['The camera works only on a page with https.', undefined],
  none: ['No camera was found on this device.', 'Or connect one, and try again.'],
  refused: [
    'The camera is not allowed on this page.',
    'Or allow it beside the address of the page or in the settings of the browser, and try again.',
  ],
  busy: ['The camera gives no picture.', 'Or close whatever else is using the camera, and try again.'],
  unread: ['Codes cannot be read without a connection yet.', 'Or try again when the network is back.'],
}

/**
 * Looks for QR codes with the camera, and gives each different text once. No picture leaves the device. Whatever shows it
 * has a field for the digits beside it.
 */
export function ScanCode({ onCode }: { onCode: (text: string) => void }) {
  const { video, stage, trouble, torch, start } = useScanning(onCode)
  const whole = useRef<HTMLDivElement>(null)

  function again(): void {
    start()
    // The pressed button is gone, and with it the focus.
    whole.current?.focus()
  }

  return (
    <Stack gap="sm" ref={whole} tabIndex={-1} className={classes.whole}>
      {stage && stage !== 'found' && (
        <div className={classes.picture}>
          <video ref={video} aria-label="What the camera sees" muted playsInline disablePictureInPicture />
          {stage === 'asking' ? (
            <span className={classes.waiting}>
              <Loader color="currentColor" aria-hidden />
            </span>
          ) : (
            <span className={classes.frame} />
          )}
        </div>
      )}
      <Text size="sm" ta="center" role="status" className={classes.told}>
        {stage && STAGES[stage]}
      </Text>
      {trouble && (
        <Alert color="yellow" icon={<IconCameraOff aria-hidden />} title={TROUBLES[trouble][0]}>
          {[DIGITS, TROUBLES[trouble][1]].filter(Boolean).join(' ')}
        </Alert>
      )}
      <Group gap="xs" className={classes.buttons}>
        {torch && (
          <Button
            variant={torch.isOn ? 'filled' : 'default'}
            aria-pressed={torch.isOn}
            leftSection={<IconBulb size={18} aria-hidden />}
            onClick={torch.turn}
          >
            Torch
          </Button>
        )}
        {stage === 'found' && (
          <Button variant="default" onClick={again}>
            Scan another code
          </Button>
        )}
        {trouble && TROUBLES[trouble][1] && (
          <Button variant="default" onClick={again}>
            Try again
          </Button>
        )}
      </Group>
    </Stack>
  )
}
