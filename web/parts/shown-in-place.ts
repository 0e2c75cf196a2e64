import { SHOWN_IN_PLACE } from '../../shared/files.ts'

/** Returns true when the browser can show such a file in the page. Most browsers of phones show no PDF there. */
export const isShownInPlace = (type: string) =>
  SHOWN_IN_PLACE.includes(type) && (type !== 'application/pdf' || navigator.pdfViewerEnabled)
