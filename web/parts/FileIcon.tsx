import {
  IconFile,
  IconFileText,
  IconFileTypeDoc,
  IconFileTypePdf,
  IconFileTypePpt,
  IconFileTypeXls,
  IconFileZip,
  IconMovie,
  IconMusic,
  IconPhoto,
  type TablerIcon,
} from '@tabler/icons-react'

interface FileKind {
  /** The kind's name, as people call it. */
  name: string
  icon: TablerIcon
  /** The media types that the server finds by content. */
  types: RegExp
  endings: RegExp
  /** The endings of kinds that the server can't recognise by content. */
  unmarked?: RegExp
}

const KINDS: readonly FileKind[] = [
  { name: 'PDF', icon: IconFileTypePdf, types: /^application\/pdf$/, endings: /^pdf$/ },
  {
    name: 'Picture',
    icon: IconPhoto,
    // An SVG is text, and never shown in place.
    types: /^image\/(?!svg)/,
    endings: /^(?:png|jpe?g|gif|webp|bmp|tiff?|hei[cf]|avif)$/,
    unmarked: /^bmp$/,
  },
  {
    name: 'Video',
    icon: IconMovie,
    types: /^video\//,
    endings: /^(?:mp4|m4v|mov|webm|avi|mkv|mpe?g|3gp|wmv)$/,
    unmarked: /^(?:mpe?g|wmv)$/,
  },
  {
    name: 'Audio',
    icon: IconMusic,
    types: /^audio\//,
    endings: /^(?:mp3|m4a|wav|ogg|opus|flac|aac|wma)$/,
    unmarked: /^(?:mp3|aac|wma)$/,
  },
  {
    name: 'Word',
    icon: IconFileTypeDoc,
    types: /^application\/(?:msword|rtf|.*wordprocessingml.*|.*opendocument\.text)$/,
    endings: /^(?:docx?|odt|rtf)$/,
  },
  {
    name: 'Excel',
    icon: IconFileTypeXls,
    types: /^(?:text\/csv|application\/(?:vnd\.ms-excel|.*spreadsheet.*))$/,
    endings: /^(?:xlsx?|ods|csv)$/,
  },
  {
    name: 'PowerPoint',
    icon: IconFileTypePpt,
    types: /^application\/(?:vnd\.ms-powerpoint|.*presentation.*)$/,
    endings: /^(?:pptx?|ppsx?|odp)$/,
  },
  {
    name: 'Archive',
    icon: IconFileZip,
    types: /^application\/(?:zip|vnd\.rar|x-7z-compressed|gzip|x-tar)$/,
    endings: /^(?:zip|rar|7z|tar|t?gz)$/,
  },
  { name: 'Text', icon: IconFileText, types: /^text\/(?:plain|markdown)$/, endings: /^(?:txt|md|log)$/ },
]

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

const kindNamed = (ending: string) => KINDS.find(({ endings }) => endings.test(ending))

/** Returns a file's kind: by the server's finding, or by its name until there is one. */
function kindOf(name: string, type?: string): FileKind | undefined {
  const ending = endingOf(name)
  if (type === undefined) return kindNamed(ending)
  if (type === 'application/octet-stream') return KINDS.find(({ unmarked }) => unmarked?.test(ending))
  return KINDS.find(({ types }) => types.test(type))
}

/** Returns "PDF", "Picture", or for an unknown kind "DCM file". A file that only claims to be a PDF is a "File". */
export function fileKindName(name: string, type?: string): string {
  const kind = kindOf(name, type)
  if (kind) return kind.name
  const ending = endingOf(name)
  return /^[a-z0-9]{1,5}$/.test(ending) && !kindNamed(ending) ? `${ending.toUpperCase()} file` : 'File'
}

export function FileIcon({ name, type, size = 20 }: { name: string; type?: string | undefined; size?: number }) {
  const Icon = kindOf(name, type)?.icon ?? IconFile
  return <Icon size={size} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
}
