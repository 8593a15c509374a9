// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List notifications. */
export const list = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/notifications', options)

/** Mark notifications as read. */
export const markAsRead = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/notifications/read', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/notifications/read', { ...options, body })
