import { useEffect, useState } from 'react'
import { Prompt } from '../ui/Prompt.tsx'
import classes from './ShownFile.module.css'

interface Props {
  /** Its type is one that the browser shows in place (shown-in-place.ts). */
  file: Blob
  name: string
}

/** Shows a file in the page: a picture, or a PDF in the browser's own viewer (docs/decisions/0054-pdf-in-place.md). */
export function ShownFile({ file, name }: Props) {
  const address = useAddress(file)
  const [isBroken, setBroken] = useState(false)
  if (!address) return null
  if (isBroken) return <Prompt title="This picture cannot be shown" text="Download it to open it elsewhere." />
  if (file.type !== 'application/pdf')
    return <img className={classes.picture} src={address} alt={name} onError={() => setBroken(true)} />
  return (
    <object className={classes.pdf} data={`${address}#navpanes=0`} type="application/pdf" aria-label={name}>
      <Prompt title="This file cannot be shown here" text="Download it to open it elsewhere." />
    </object>
  )
}

/** Returns a local address of a file while it is shown. */
function useAddress(file: Blob): string | undefined {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const made = URL.createObjectURL(file)
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [file])
  return address
}
