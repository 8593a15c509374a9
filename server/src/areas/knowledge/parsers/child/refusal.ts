import type { RefusalCode } from '../protocol/messages.ts'

/** A document that cannot be read, for the reason that its owner is shown. */
export class Refusal extends Error {
  readonly code: RefusalCode
  constructor(code: RefusalCode, message: string) {
    super(message)
    this.code = code
  }
}

export const broken = (message: string) => new Refusal('parser_failed', message)
export const tooLarge = (message: string) => new Refusal('too_large', message)
