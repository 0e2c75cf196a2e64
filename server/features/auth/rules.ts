import type { FastifyRequest } from 'fastify'

/** The facts that a login is opened with. */
export interface Opening {
  userAgent: string | undefined
  /** SECOND_FACTOR_ROLES */
  secondFactorRoles: readonly string[]
}

export const openingOf = ({ headers, server }: FastifyRequest): Opening => ({
  userAgent: headers['user-agent'],
  secondFactorRoles: server.secondFactorRoles,
})
