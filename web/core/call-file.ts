import type { Endpoint } from '../../shared/endpoint.ts'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { type CallInput, fetchAnswer, isCancelled, type Parts } from './call.ts'
import { type OnReceived, type Received, receiveFile } from './received.ts'

/** The server sends its own HTML files as attachments. */
const isWebPage = ({ headers }: Response) =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') &&
  !/^attachment\b/i.test(headers.get('content-disposition') ?? '')

/** Reads a file as a blob, but no page of a proxy or Wi-Fi. `received` holds the part that came before. */
export async function callFile<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  onReceived?: OnReceived,
  received?: Received,
): Promise<Blob> {
  const parts = input as Parts
  async function ask(headers: Record<string, string>): Promise<Response> {
    const response = await fetchAnswer(endpoint, { ...parts, headers })
    if (isWebPage(response)) throw new ApiError(0, UNREACHABLE)
    return response
  }
  try {
    return await receiveFile(ask, { signal: parts.signal, onReceived, received })
  } catch (error) {
    if (isCancelled(error) || error instanceof ApiError) throw error
    throw new ApiError(0, endpoint.failure)
  }
}
