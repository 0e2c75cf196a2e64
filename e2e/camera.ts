import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encode } from 'uqr'
import { BROWSER_FLAGS, findBrowser } from './browser.ts'

const [WIDTH, HEIGHT] = [1280, 720]
const PAPER = 225
const INK = 25
/** The wall behind the screen that shows the code. */
const WALL = 120

/**
 * A code as a camera sees it that is held askew: turned a little, grey, not filling the picture. `text` undefined is a
 * wall without a code.
 */
function brightness(text: string | undefined): Buffer {
  const picture = Buffer.alloc(WIDTH * HEIGHT, WALL)
  if (text === undefined) return picture
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const side = HEIGHT * 0.7
  const [cos, sin] = [Math.cos(0.2), Math.sin(0.2)]
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const [right, down] = [x - WIDTH / 2, y - HEIGHT / 2]
      const row = Math.floor(((down * cos - right * sin) / side + 0.5) * size)
      const isDark = data[row]?.[Math.floor(((right * cos + down * sin) / side + 0.5) * size)]
      if (isDark !== undefined) picture[y * WIDTH + x] = isDark ? INK : PAPER
    }
  }
  return picture
}

/** Writes what the camera is to see as raw video (YUV4MPEG2), a frame over and over. It is gone when the tests end. */
function videoOf(text: string | undefined): string {
  const directory = mkdtempSync(join(tmpdir(), 'clinical-elog-camera-'))
  process.on('exit', () => rmSync(directory, { recursive: true, force: true }))
  const file = join(directory, 'seen.y4m')
  const colourless = Buffer.alloc((WIDTH * HEIGHT) / 2, 128)
  const head = `YUV4MPEG2 W${WIDTH} H${HEIGHT} F10:1 Ip A1:1 C420jpeg\nFRAME\n`
  writeFileSync(file, Buffer.concat([Buffer.from(head), brightness(text), colourless]))
  return file
}

/**
 * Gives the browser a camera that sees a QR code with this text, and lends it to every page: `test.use(seeing(text))`, at
 * the top of a file, as the browser is started anew. Chromium on Linux reads no codes itself, so the kept decoder does.
 */
export const seeing = (text: string | undefined) => {
  const { executablePath, env } = findBrowser()
  return {
    launchOptions: {
      executablePath,
      env: { ...process.env, ...env } as Record<string, string>,
      args: [
        ...BROWSER_FLAGS,
        '--use-fake-device-for-media-stream',
        // A browser without windows has nobody to ask.
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${videoOf(text)}`,
      ],
    },
  }
}
