import { expect, test } from 'vitest'
import { makePdf } from './pdf.ts'

test('the cross-reference table points at every object, and the stream is as long as it says', () => {
  const text = makePdf('A title (with brackets)', [['Student', 'نام Ayesha \\']], ['word '.repeat(80).trim()]).toString(
    'latin1',
  )

  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1])
  expect(text.slice(start, start + 5)).toBe('xref\n')
  const entries = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)]
  expect(entries).toHaveLength(6)
  entries.forEach(([, offset], index) => {
    expect(text.slice(Number(offset)).startsWith(`${index + 1} 0 obj\n`)).toBe(true)
  })
  const [, length, content] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(text) ?? []
  expect(content).toHaveLength(Number(length))
  expect(content).toContain('(A title \\(with brackets\\))')
  expect(content).toContain('(??? Ayesha \\\\)')
})
