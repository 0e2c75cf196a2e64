import {
  decodePDFRawStream,
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFDocument,
  PDFName,
  type PDFObject,
  PDFRawStream,
  PDFRef,
  PDFStream,
} from '@cantoo/pdf-lib'
import { cleanJpeg } from './clean-picture.ts'

/** A PDF that would be another one if it were written anew: its password or its signature would go. */
export class BoundPdf extends Error {}

const name = (text: string) => PDFName.of(text)
const FILTER = name('Filter')
const JPEG = name('DCTDecode')
const PARAMETERS = name('DecodeParms')
const LENGTH = name('Length')
/** Keys under which programs write about a file, its parts and its layers. They are removed wherever they stand. */
const ABOUT = ['Metadata', 'PieceInfo', 'LastModified', 'CreatorInfo', 'User'].map(name)
const DATES = ['CreationDate', 'ModDate'].map(name)
/** Notes on a page, of which each says who has written it; the fields of a form have their names there. */
const NOTED_BY = ['T', 'RC'].map(name)

const isNamed = (dict: PDFDict, key: string, value: string) => dict.get(name(key)) === name(value)
const isSigned = (dict: PDFDict) => dict.has(name('ByteRange')) || isNamed(dict, 'FT', 'Sig')
const isNote = (dict: PDFDict) =>
  dict.has(name('Subtype')) && dict.has(name('Rect')) && !isNamed(dict, 'Subtype', 'Widget')

/** Cleans a dictionary and all that stand within it. @throws BoundPdf */
function cleanWithin(object: PDFObject): void {
  if (object instanceof PDFRawStream) cleanWithin(object.dict)
  else if (object instanceof PDFArray) for (const part of object.asArray()) cleanWithin(part)
  else if (object instanceof PDFDict) {
    if (isSigned(object)) throw new BoundPdf('signed')
    for (const key of [...ABOUT, ...(isNote(object) ? NOTED_BY : [])]) object.delete(key)
    for (const part of object.values()) cleanWithin(part)
  }
}

/** Cleans the record of author and program, of which the dates alone stay. */
function cleanInfo(context: PDFContext): void {
  const { Info: ref } = context.trailerInfo
  const info = ref && context.lookupMaybe(ref, PDFDict)
  if (!info) return
  for (const key of info.keys()) if (!DATES.includes(key)) info.delete(key)
}

/** Returns the objects that one leads to. */
function partsOf(object: PDFObject, context: PDFContext): (PDFObject | undefined)[] {
  if (object instanceof PDFRef) return [context.lookup(object)]
  if (object instanceof PDFArray) return object.asArray()
  const dict = object instanceof PDFStream ? object.dict : object
  return dict instanceof PDFDict ? dict.values() : []
}

/** Forgets what nothing leads to: what the record said, and what former versions of the file were made of. */
function forgetUnreached(context: PDFContext): void {
  const { Root, Info } = context.trailerInfo
  const reached = new Set<PDFObject>()
  for (const waiting = [Root, Info]; waiting.length > 0; ) {
    const object = waiting.pop()
    if (!object || reached.has(object)) continue
    reached.add(object)
    waiting.push(...partsOf(object, context))
  }
  for (const [ref] of context.enumerateIndirectObjects()) if (!reached.has(ref)) context.delete(ref)
}

/** Returns a value of a stream's filters as a list, as it stands for more than one. */
function listOf(dict: PDFDict, key: PDFName): (PDFObject | undefined)[] {
  const value = dict.lookup(key)
  return value instanceof PDFArray ? value.asArray().map((_, at) => value.lookup(at)) : [value]
}

/** Cleans a picture of a camera, also one that is packed once more. Its place on the page does not depend on it. */
function cleanPicture(picture: PDFRawStream, context: PDFContext): PDFRawStream | undefined {
  const { dict } = picture
  const filters = listOf(dict, FILTER)
  if (filters.at(-1) !== JPEG) return undefined
  const packed = PDFRawStream.of(dict.clone(context), picture.contents)
  packed.dict.set(FILTER, context.obj(filters.slice(0, -1) as PDFObject[]))
  const cleaned = cleanJpeg(Buffer.from(decodePDFRawStream(packed).decode()))
  const drawnBy = listOf(dict, PARAMETERS)[filters.length - 1]
  for (const key of [LENGTH, PARAMETERS]) dict.delete(key)
  if (drawnBy instanceof PDFDict) dict.set(PARAMETERS, drawnBy)
  dict.set(FILTER, JPEG)
  return PDFRawStream.of(dict, new Uint8Array(cleaned))
}

/**
 * A PDF without its author, its programs' data and the data of the pictures in it; its pages stay as they are.
 * @throws BoundPdf, OddPicture, and what the library says of one that it cannot read
 */
export async function cleanPdf(bytes: Buffer): Promise<Buffer> {
  const pdf = await PDFDocument.load(bytes, {
    updateMetadata: false,
    ignoreEncryption: true,
    throwOnInvalidObject: true,
  })
  if (pdf.isEncrypted) throw new BoundPdf('encrypted')
  if (pdf.getPageCount() === 0) throw new BoundPdf('no page')
  const { context } = pdf
  cleanInfo(context)
  for (const [ref, object] of context.enumerateIndirectObjects()) {
    cleanWithin(object)
    if (!(object instanceof PDFRawStream)) continue
    if (isNamed(object.dict, 'Type', 'Metadata')) context.delete(ref)
    const cleaned = cleanPicture(object, context)
    if (cleaned) context.assign(ref, cleaned)
  }
  forgetUnreached(context)
  return Buffer.from(await pdf.save({ updateFieldAppearances: false, addDefaultPage: false }))
}
