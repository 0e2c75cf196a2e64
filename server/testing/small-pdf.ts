/** A PDF of one empty page, with a text that no reader shows, and of so many bytes if that is more. */
export function smallPdf(text = 'work', bytes = 0): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] >>',
  ]
  let head = Buffer.from(`%PDF-1.4\n% ${text}\n`)
  const places = objects.map((object, index) => {
    const place = head.length
    head = Buffer.concat([head, Buffer.from(`${index + 1} 0 obj\n${object}\nendobj\n`)])
    return place
  })
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const end = (at: number) =>
    Buffer.from(
      `xref\n0 4\n0000000000 65535 f \n${rows}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${String(at).padStart(10, '0')}\n%%EOF\n`,
    )
  const filling = Buffer.alloc(Math.max(0, bytes - head.length - end(0).length), ' ')
  return Buffer.concat([head, filling, end(head.length + filling.length)])
}
