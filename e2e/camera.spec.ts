import { expect } from '@playwright/test'
import { decodeQR } from 'qr/decode.js'
import { seeing } from './camera.ts'
import { test } from './journey.ts'

const CODE = `https://college.test/sign/${'7F3K9M2Q'.repeat(60)}`

// This browser lends a microphone too: what refuses it is the policy of our own pages.
test.use(seeing(CODE))

test('a page may use the camera, whose picture is read, and no microphone', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login')
  const { width, height, pixels } = await page.evaluate(async () => {
    const video = document.createElement('video')
    video.muted = true
    video.srcObject = await navigator.mediaDevices.getUserMedia({ video: { width: { ideal: 1280 } } })
    await video.play()
    const { videoWidth: width, videoHeight: height } = video
    const context = Object.assign(document.createElement('canvas'), { width, height }).getContext('2d')
    if (!context) throw new Error('No canvas')
    context.drawImage(video, 0, 0)
    const bytes = new Uint8Array(context.getImageData(0, 0, width, height).data)
    const pixels = await new Promise<string>((resolve) => {
      const reader = new FileReader()
      reader.onload = () => resolve(String(reader.result))
      reader.readAsDataURL(new Blob([bytes]))
    })
    return { width, height, pixels: pixels.replace(/^.*,/, '') }
  })
  expect(decodeQR({ width, height, data: new Uint8Array(Buffer.from(pixels, 'base64')) })).toBe(CODE)

  const microphone = await page.evaluate(() =>
    navigator.mediaDevices.getUserMedia({ audio: true }).then(
      () => 'open',
      (error: Error) => error.name,
    ),
  )
  expect(microphone).toBe('NotAllowedError')
})
