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
  /** As people call it. */
  name: string
  icon: TablerIcon
  endings: RegExp
  types?: RegExp
}

const KINDS: readonly FileKind[] = [
  { name: 'PDF', icon: IconFileTypePdf, endings: /^pdf$/, types: /^application\/pdf$/ },
  {
    name: 'Picture',
    icon: IconPhoto,
    endings: /^(?:png|jpe?g|gif|webp|bmp|tiff?|svg|hei[cf]|avif)$/,
    types: /^image\//,
  },
  { name: 'Video', icon: IconMovie, endings: /^(?:mp4|m4v|mov|webm|avi|mkv|mpe?g|3gp)$/, types: /^video\// },
  { name: 'Audio', icon: IconMusic, endings: /^(?:mp3|m4a|wav|ogg|opus|flac|aac)$/, types: /^audio\// },
  { name: 'Word', icon: IconFileTypeDoc, endings: /^(?:docx?|odt|rtf)$/ },
  { name: 'Excel', icon: IconFileTypeXls, endings: /^(?:xlsx?|ods|csv)$/ },
  { name: 'PowerPoint', icon: IconFileTypePpt, endings: /^(?:pptx?|ppsx?|odp)$/ },
  { name: 'Archive', icon: IconFileZip, endings: /^(?:zip|rar|7z|tar|t?gz)$/ },
  { name: 'Text', icon: IconFileText, endings: /^(?:txt|md|log)$/ },
]

const endingOf = (name: string) => /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? ''

/** What kind of file it is: by what the server found in it, else by its name. */
function kindOf(name: string, type = ''): FileKind | undefined {
  const ending = endingOf(name)
  return KINDS.find(({ types }) => types?.test(type)) ?? KINDS.find(({ endings }) => endings.test(ending))
}

/** "PDF", "Picture"; of a kind that nobody foresaw its ending: "DCM file". */
export function fileKindName(name: string, type?: string): string {
  const ending = endingOf(name)
  return kindOf(name, type)?.name ?? (/^[a-z0-9]{1,5}$/.test(ending) ? `${ending.toUpperCase()} file` : 'File')
}

export function FileIcon({ name, type, size = 20 }: { name: string; type?: string; size?: number }) {
  const Icon = kindOf(name, type)?.icon ?? IconFile
  return <Icon size={size} stroke={1.5} aria-hidden style={{ flex: 'none' }} />
}
