// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** Get an agent as its users see it. */
export const get = (stoa: Stoa, agentId: string, options?: CallOptions) =>
  stoa.get('/api/v1/chat/{agentId}', { ...options, params: { agentId } })

/** Stream a chat to the AI SDK. */
export const streamUi = (
  stoa: Stoa,
  agentId: string,
  body: BodyOf<'/api/v1/chat/{agentId}/ui', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/chat/{agentId}/ui', { ...options, params: { agentId }, body, method: 'post' })

/** List messages for the AI SDK. */
export const listUiMessages = (stoa: Stoa, agentId: string, chatId: string, options?: CallOptions) =>
  stoa.get('/api/v1/chat/{agentId}/ui/{chatId}/messages', { ...options, params: { agentId, chatId } })

/** Resume a chat of the AI SDK. */
export const resumeUiStream = (stoa: Stoa, agentId: string, chatId: string, options?: EventOptions) =>
  stoa.events('/api/v1/chat/{agentId}/ui/{chatId}/stream', { ...options, params: { agentId, chatId } })

/** Stream a chat over AG-UI. */
export const streamAgUi = (
  stoa: Stoa,
  agentId: string,
  body: BodyOf<'/api/v1/chat/{agentId}/ag-ui', 'post'>,
  options?: EventOptions,
) => stoa.events('/api/v1/chat/{agentId}/ag-ui', { ...options, params: { agentId }, body, method: 'post' })

/** Create a chat token for an end user's browser. */
export const createToken = (
  stoa: Stoa,
  agentId: string,
  body?: BodyOf<'/api/v1/chat/{agentId}/tokens', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/chat/{agentId}/tokens', { ...options, params: { agentId }, body })

/** Revoke a chat token. */
export const removeToken = (stoa: Stoa, agentId: string, tokenId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/chat/{agentId}/tokens/{tokenId}', { ...options, params: { agentId, tokenId } })

/** Create an anonymous visitor with a chat token. */
export const createVisitor = (stoa: Stoa, agentId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/chat/{agentId}/visitor', { ...options, params: { agentId } })

/** Get how an agent is shared. */
export const getShare = (stoa: Stoa, agentId: string, options?: CallOptions) =>
  stoa.get('/api/v1/chat/{agentId}/share', { ...options, params: { agentId } })

/** Share an agent. */
export const share = (
  stoa: Stoa,
  agentId: string,
  body?: BodyOf<'/api/v1/chat/{agentId}/share', 'patch'>,
  options?: WriteOptions,
) => stoa.patch('/api/v1/chat/{agentId}/share', { ...options, params: { agentId }, body })
