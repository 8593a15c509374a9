// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { CallOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** A message on Anthropic's wire. */
export const createV1Message = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/anthropic/v1/messages', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/anthropic/v1/messages', { ...options, body })

/** Count tokens on Anthropic's wire. */
export const createV1MessagesCountToken = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/anthropic/v1/messages/count_tokens', 'post'>,
  options?: CallOptions,
) => stoa.raw('POST', '/api/v1/anthropic/v1/messages/count_tokens', { ...options, body })
