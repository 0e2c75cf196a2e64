import { ZodMiniObject } from 'zod/mini'
import { declaredEndpoints } from '../../shared/contract/all.ts'
import { PageMeta } from '../../shared/endpoint.ts'

/** The calls that answer a page. */
export const declaredLists = declaredEndpoints.filter(
  ({ method, reply }) => method === 'GET' && reply instanceof ZodMiniObject && reply.shape.meta === PageMeta,
)
