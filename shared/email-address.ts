import { EMAIL_MAX } from './limits.ts'

const EMAIL = /^[!#-'*+\-./\w=?^`{-~]+@(?=([\w-]+\.)+[\w-]+$)(.+)$/
const ASCII = /^[!-~]*$/
const DOMAIN = /^[\p{L}\p{M}\p{N}._\-\u200c\u200d]+$/u

/** Returns the ASCII form of a domain, as name servers know it, or undefined when it is none. */
function asciiDomain(domain: string): string | undefined {
  try {
    return DOMAIN.test(domain) ? new URL(`http://${domain}`).hostname : undefined
  } catch {
    return undefined
  }
}

/** Writes an international domain in its ASCII form, so that it has one spelling. The rest stays as it is. */
export function withAsciiDomain(value: string): string {
  const at = value.lastIndexOf('@') + 1
  const domain = value.slice(at)
  return ASCII.test(domain) ? value : value.slice(0, at) + (asciiDomain(domain) ?? domain)
}

/** Returns true for a text that looks like an email address in ASCII. */
export const looksLikeEmail = (value: string) => {
  const domain = value.length <= EMAIL_MAX ? EMAIL.exec(value)?.[2] : undefined
  return domain !== undefined && asciiDomain(domain) !== undefined
}

/** Returns true for email addresses that are separated by commas. */
export const isAddressList = (text: string) => text.split(',').every((one) => looksLikeEmail(one.trim()))
