import type { Endpoint } from '../../shared/endpoint.ts'
import { ApiError, UNREACHABLE } from './api-error.ts'
import { type CallInput, fetchAnswer, isCancelled, type Parts } from './call.ts'
import { type OnReceived, type Received, receiveFile } from './received.ts'

/** One that the server has for keeping says that it is an attachment. */
const isWebPage = ({ headers }: Response) =>
  /^text\/html\b/i.test(headers.get('content-type') ?? '') &&
  !/^attachment\b/i.test(headers.get('content-disposition') ?? '')

/** A file of the server, as a blob, and no page of somebody in between; `received` is what has come of it before. */
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
