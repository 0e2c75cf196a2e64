/** A work sheet as students hand it in: one A4 page. Characters that Helvetica's encoding lacks become "?". */
export function makePdf(title: string, facts: [label: string, value: string][], paragraphs: string[]): Buffer {
  const commands: string[] = []
  let y = 780
  const write = (font: string, size: number, x: number, text: string) =>
    commands.push(`BT /${font} ${size} Tf ${x} ${y} Td (${escaped(text)}) Tj ET`)

  for (const row of wrapped(title, 52)) {
    write('F2', 16, 56, row)
    y -= 22
  }
  commands.push(`0.6 w 56 ${y + 8} m 539 ${y + 8} l S`)
  y -= 14
  for (const [label, value] of facts) {
    write('F2', 10, 56, label)
    write('F1', 10, 170, value.slice(0, 80))
    y -= 16
  }
  for (const paragraph of paragraphs) {
    y -= 12
    for (const row of wrapped(paragraph, 92)) {
      write('F1', 11, 56, row)
      y -= 15
    }
  }
  return assemble(commands.join('\n'))
}

function assemble(content: string): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font << /F1 4 0 R /F2 5 0 R >> >> /Contents 6 0 R >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ]
  let file = '%PDF-1.4\n'
  const offsets = objects.map((object, index) => {
    const offset = file.length
    file += `${index + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const start = file.length
  // An entry is 20 bytes to the letter, the space before its line end included.
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('')
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries}`
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`
  return Buffer.from(file, 'latin1')
}

const escaped = (text: string) => text.replace(/[^ -~]/g, '?').replace(/[\\()]/g, '\\$&')

function wrapped(text: string, width: number): string[] {
  const rows: string[] = []
  let row = ''
  for (const word of text.split(' ')) {
    if (row && row.length + 1 + word.length > width) {
      rows.push(row)
      row = word
    } else row = row ? `${row} ${word}` : word
  }
  return [...rows, row]
}
