import { constants, deflateRawSync, deflateSync } from 'node:zlib'

const MB = 1024 * 1024
/** The size to which each of the streams below would unfold. */
export const UNFOLDED = 4096 * MB

/**
 * Returns so many bytes of zeros as a raw deflate stream, made of a piece that is repeated and not of the bytes
 * themselves.
 */
export function foldedZeros(bytes: number): Buffer {
  const piece = deflateRawSync(Buffer.alloc(MB), { finishFlush: constants.Z_FULL_FLUSH })
  const end = Buffer.from([0x03, 0x00])
  return Buffer.concat([...Array.from({ length: bytes / MB }, () => piece), end])
}

/** Returns the zeros with the head and the checksum that a PDF's filter looks for. */
export function zlibZeros(bytes: number): Buffer {
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE((((bytes % 65_521) << 16) | 1) >>> 0)
  return Buffer.concat([Buffer.from([0x78, 0x9c]), foldedZeros(bytes), checksum])
}

/** A PDF of these objects, with its table of them. */
function pdfOf(objects: (string | Buffer)[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')]
  const places: number[] = []
  let at = parts[0]?.length ?? 0
  const add = (part: Buffer) => {
    parts.push(part)
    at += part.length
  }
  for (const [index, object] of objects.entries()) {
    places.push(at)
    add(Buffer.concat([Buffer.from(`${index + 1} 0 obj\n`), Buffer.from(object), Buffer.from('\nendobj\n')]))
  }
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')
  const size = objects.length + 1
  // The table before this one is this one.
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R /Prev ${at} >>\nstartxref\n${at}\n%%EOF\n`
  add(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${rows}${trailer}`))
  return Buffer.concat(parts)
}

const streamOf = (dictionary: string, bytes: Buffer) =>
  Buffer.concat([
    Buffer.from(`<< ${dictionary} /Length ${bytes.length} >>\nstream\n`),
    bytes,
    Buffer.from('\nendstream'),
  ])

/** A PDF whose streams unfold to gigabytes each, through one filter and through three. */
export function unfoldingPdf(): Buffer {
  const folded = zlibZeros(UNFOLDED)
  const thrice = deflateSync(deflateSync(folded))
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents [4 0 R 5 0 R] >>',
    streamOf('/Filter /FlateDecode', folded),
    streamOf('/Filter [/FlateDecode /FlateDecode /FlateDecode]', thrice),
  ])
}

/** A PDF of so many pages, whose tree leads back to its root, and whose parts name each other without end. */
export function endlessPdf(pages: number): Buffer {
  const page = '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Resources 3 0 R /Contents 3 0 R >>'
  return pdfOf([
    '<< /Type /Catalog /Pages 2 0 R /Outlines 2 0 R >>',
    `<< /Type /Pages /Parent 2 0 R /Kids [2 0 R ${Array.from({ length: pages }, (_, n) => `${n + 4} 0 R`).join(' ')}] /Count ${2 ** 31 - 1} >>`,
    '<< /XObject << /A 3 0 R >> /Length 3 0 R /Filter 3 0 R >>',
    ...Array.from({ length: pages }, () => page),
    `${'['.repeat(100_000)}${']'.repeat(100_000)}`,
  ])
}

/**
 * Returns a PDF that acts as it is opened in every way that the format knows, and is a page with script too, as far as
 * a browser would guess. It tells its finds by a call of `/ran` at `origin`.
 */
export function actingPdf(origin: string): Buffer {
  const script = (how: string) =>
    `window.ran=1;document.cookie='ran=1;path=/';localStorage.setItem('ran','1');fetch('${origin}/ran/${how}');alert(1)`
  const inPdf = `app.alert(1); app.launchURL("${origin}/ran/launched", true); this.submitForm("${origin}/ran/submitted"); this.getURL("${origin}/ran/got"); this.exportDataObject({ cName: "a.html", nLaunch: 2 }); ${script('pdf')}`
  const page = `<!doctype html><script>${script('embedded')}</script>`
  const xfa = `<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/"><template><event activity="initialize"><script>${inPdf}</script></event></template></xdp:xdp>`
  return pdfOf([
    `<< /Type /Catalog /Pages 2 0 R /OpenAction 4 0 R /AA << /WC 4 0 R /WP 4 0 R >> /AcroForm << /XFA 8 0 R /Fields [] >>
/Names << /JavaScript << /Names [(a) 4 0 R] >> /EmbeddedFiles << /Names [(a.html) 7 0 R] >> >> >>`,
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 99 99] /AA << /O 5 0 R /C 6 0 R >>
/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 99 99] /A << /S /URI /URI (javascript:${script('link')}) >> >>] >>`,
    `<< /S /JavaScript /JS (${inPdf}) /Next [5 0 R 6 0 R] >>`,
    `<< /S /URI /URI (${origin}/ran/uri) /Next << /S /Launch /F (calc.exe) >> >>`,
    `<< /S /SubmitForm /F << /FS /URL /F (${origin}/ran/form) >> >>`,
    '<< /Type /Filespec /F (a.html) /EF << /F 9 0 R >> >>',
    streamOf('', Buffer.from(xfa)),
    streamOf('/Type /EmbeddedFile /Subtype /text#2Fhtml', Buffer.from(page)),
    `(<html><body><script>${script('page')}</script><img src=x onerror="${script('image')}"></body></html>)`,
  ])
}
