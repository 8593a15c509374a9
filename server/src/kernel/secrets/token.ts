import { hash, timingSafeEqual } from 'node:crypto'

/** How API keys look, ours and those that an operator chooses. */
export const apiKeyForm = /^stoa_[A-Za-z0-9_-]{27,195}$/

/**
 * What is stored of a random token, in hex. A fast hash is right here and only here: no one can try out 192 random
 * bits. Passwords go through `password.ts`.
 */
export const hashToken = (token: string): string => hash('sha256', token, 'hex')

/** Compares two tokens in a time that does not depend on where they differ, nor on their lengths. */
export const sameToken = (left: string, right: string): boolean =>
  timingSafeEqual(digest(left), digest(right))

const digest = (token: string): Buffer => hash('sha256', token, 'buffer')
