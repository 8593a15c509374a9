// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { EventOptions, Stoa } from '../stoa.ts'

/** List browser sessions. */
export const list = (stoa: Stoa, query?: QueryOf<'/api/v1/browser/sessions', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/browser/sessions', { ...options, query })

/** List browser sessions. Every one, page after page. */
export const listAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/browser/sessions', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/browser/sessions', { ...options, query })

/** Create a browser session. */
export const create = (
  stoa: Stoa,
  body?: BodyOf<'/api/v1/browser/sessions', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/sessions', { ...options, body })

/** Get a browser session. */
export const get = (stoa: Stoa, sessionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/browser/sessions/{sessionId}', { ...options, params: { sessionId } })

/** Get the status of a browser session. */
export const getStatus = (stoa: Stoa, sessionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/browser/sessions/{sessionId}/status', { ...options, params: { sessionId } })

/** Touch a browser session whose live view is open. */
export const touch = (stoa: Stoa, sessionId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/browser/sessions/{sessionId}/touch', { ...options, params: { sessionId } })

/** Close a browser session. */
export const close = (stoa: Stoa, sessionId: string, options?: WriteOptions) =>
  stoa.post('/api/v1/browser/sessions/{sessionId}/close', { ...options, params: { sessionId } })

/** Run actions in a browser session. */
export const runActions = (
  stoa: Stoa,
  sessionId: string,
  body: BodyOf<'/api/v1/browser/sessions/{sessionId}/actions', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/sessions/{sessionId}/actions', { ...options, params: { sessionId }, body })

/** Get a snapshot of the page of a browser session. */
export const getSnapshot = (
  stoa: Stoa,
  sessionId: string,
  query?: QueryOf<'/api/v1/browser/sessions/{sessionId}/snapshot', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/browser/sessions/{sessionId}/snapshot', { ...options, params: { sessionId }, query })

/** List what happened in a browser session. */
export const listEvents = (
  stoa: Stoa,
  sessionId: string,
  query?: QueryOf<'/api/v1/browser/sessions/{sessionId}/events', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/browser/sessions/{sessionId}/events', { ...options, params: { sessionId }, query })

/** List what happened in a browser session. Every one, page after page. */
export const listEventsAll = (
  stoa: Stoa,
  sessionId: string,
  query?: QueryOf<'/api/v1/browser/sessions/{sessionId}/events', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/browser/sessions/{sessionId}/events', { ...options, params: { sessionId }, query })

/** Stream the events of a browser session. */
export const streamEvents = (stoa: Stoa, sessionId: string, options?: EventOptions) =>
  stoa.events('/api/v1/browser/sessions/{sessionId}/events/stream', { ...options, params: { sessionId } })

/** List the downloads of a browser session. */
export const listDownloads = (stoa: Stoa, sessionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/browser/sessions/{sessionId}/downloads', { ...options, params: { sessionId } })

/** Hand off a browser session to a human. */
export const handoff = (
  stoa: Stoa,
  sessionId: string,
  body?: BodyOf<'/api/v1/browser/sessions/{sessionId}/handoff', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/sessions/{sessionId}/handoff', { ...options, params: { sessionId }, body })

/** Get a handoff of a browser session. */
export const getHandoff = (stoa: Stoa, handoffId: string, options?: CallOptions) =>
  stoa.get('/api/v1/browser/sessions/handoff/{handoffId}', { ...options, params: { handoffId } })

/** Complete a handoff of a browser session. */
export const completeHandoff = (
  stoa: Stoa,
  handoffId: string,
  body?: BodyOf<'/api/v1/browser/sessions/handoff/{handoffId}/done', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/sessions/handoff/{handoffId}/done', { ...options, params: { handoffId }, body })

/** Complete a connection with the sign-in of a browser session. */
export const completeBrowserConnection = (
  stoa: Stoa,
  sessionId: string,
  body?: BodyOf<'/api/v1/browser/sessions/{sessionId}/complete-browser-connection', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/sessions/{sessionId}/complete-browser-connection', { ...options, params: { sessionId }, body })

/** Get the recording of a browser session. */
export const getRecording = (stoa: Stoa, sessionId: string, options?: CallOptions) =>
  stoa.get('/api/v1/browser/sessions/{sessionId}/recording', { ...options, params: { sessionId } })

/** List browser profiles. */
export const listProfiles = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/browser/profiles', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/browser/profiles', { ...options, query })

/** List browser profiles. Every one, page after page. */
export const listProfilesAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/browser/profiles', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/browser/profiles', { ...options, query })

/** Create a browser profile. */
export const createProfile = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/browser/profiles', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/profiles', { ...options, body })

/** Get a browser profile. */
export const getProfile = (stoa: Stoa, profileId: string, options?: CallOptions) =>
  stoa.get('/api/v1/browser/profiles/{profileId}', { ...options, params: { profileId } })

/** Delete a browser profile. */
export const removeProfile = (stoa: Stoa, profileId: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/browser/profiles/{profileId}', { ...options, params: { profileId } })

/** Open the live view of a browser session. */
export const openView = (
  stoa: Stoa,
  sessionId: string,
  query: QueryOf<'/api/v1/browser/sessions/{sessionId}/view', 'get'>,
  options?: CallOptions,
) => stoa.download('/api/v1/browser/sessions/{sessionId}/view', { ...options, params: { sessionId }, query })

/** Preview the tool of a browser session. */
export const previewTool = (
  stoa: Stoa,
  sessionId: string,
  query?: QueryOf<'/api/v1/browser/sessions/{sessionId}/to-tool', 'get'>,
  options?: CallOptions,
) => stoa.get('/api/v1/browser/sessions/{sessionId}/to-tool', { ...options, params: { sessionId }, query })

/** Create a tool from a browser session. */
export const createTool = (
  stoa: Stoa,
  sessionId: string,
  body: BodyOf<'/api/v1/browser/sessions/{sessionId}/to-tool', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/browser/sessions/{sessionId}/to-tool', { ...options, params: { sessionId }, body })
