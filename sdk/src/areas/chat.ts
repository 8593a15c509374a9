// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** Chat with the AI SDK. */
export const ui = (
  stoa: Stoa,
  agentId: string,
  body: BodyOf<'/api/v1/chat/{agentId}/ui', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/chat/{agentId}/ui', { ...options, params: { agentId }, body, method: 'post' })

/** Resume a chat of the AI SDK. */
export const getUiStream = (stoa: Stoa, agentId: string, chatId: string, options?: EventOptions) =>
  stoa.events('/api/v1/chat/{agentId}/ui/{chatId}/stream', { ...options, params: { agentId, chatId } })

/** Chat with AG-UI. */
export const agUi = (
  stoa: Stoa,
  agentId: string,
  body: BodyOf<'/api/v1/chat/{agentId}/ag-ui', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/chat/{agentId}/ag-ui', { ...options, params: { agentId }, body, method: 'post' })
