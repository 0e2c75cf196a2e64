import { expect, test } from 'vitest'
import { failureText } from './failure-text.ts'

const withCode = (code: string) => Object.assign(new Error(`${code}: mkdir '/mnt/backups/.unfinished-1'`), { code })

test('a directory that the service is kept out of is told with the line that lets it in', () => {
  expect(failureText(withCode('EROFS'))).toMatch(
    /^the server may not write .* a line ReadWritePaths= \(docs\/running\.md, "As a systemd service"\).* \(EROFS: mkdir '\/mnt\/backups\//,
  )
  expect(failureText(withCode('ENOSPC'))).toMatch(/^the disk of the backups is full \(ENOSPC/)
  expect(failureText(withCode('EACCES'))).toBe("EACCES: mkdir '/mnt/backups/.unfinished-1'")
})
