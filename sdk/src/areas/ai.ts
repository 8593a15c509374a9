// Written by sdk/scripts/generate.ts from server/openapi.json: change it there.

import type { BodyOf, QueryOf } from '../operations.ts'
import type { CallOptions, WriteOptions } from '../options.ts'
import type { Stoa } from '../stoa.ts'

/** List model calls. */
export const listCalls = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/calls', 'get'>, options?: CallOptions) =>
  stoa.page('/api/v1/ai/calls', { ...options, query })

/** List model calls. Every one, page after page. */
export const listCallsAll = (stoa: Stoa, query?: QueryOf<'/api/v1/ai/calls', 'get'>, options?: CallOptions) =>
  stoa.pages('/api/v1/ai/calls', { ...options, query })

/** Get a model call. */
export const getCall = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/ai/calls/{id}', { ...options, params: { id } })

/** List model providers. */
export const listProviders = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/ai/providers', options)

/** Configure a model provider. */
export const configureProvider = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/providers', 'put'>,
  options?: WriteOptions,
) => stoa.put('/api/v1/ai/providers', { ...options, body })

/** List model provider status. */
export const listProviderStatus = (stoa: Stoa, options?: CallOptions) =>
  stoa.get('/api/v1/ai/providers/status', options)

/** Delete a model provider configuration. */
export const removeProvider = (stoa: Stoa, name: string, options?: WriteOptions) =>
  stoa.delete('/api/v1/ai/providers/{name}', { ...options, params: { name } })

/** Test a model provider. */
export const testProvider = (
  stoa: Stoa,
  name: string,
  body?: BodyOf<'/api/v1/ai/providers/{name}/test', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/providers/{name}/test', { ...options, params: { name }, body })

/** Generate images. */
export const generateImage = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/image', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/image', { ...options, body })

/** Generate a video. */
export const generateVideo = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/video', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/video', { ...options, body })

/** Generate speech. */
export const generateSpeech = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/tts', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/tts', { ...options, body })

/** Transcribe audio. */
export const transcribeAudio = (
  stoa: Stoa,
  body: BodyOf<'/api/v1/ai/media/stt', 'post'>,
  options?: WriteOptions,
) => stoa.post('/api/v1/ai/media/stt', { ...options, body })

/** List media jobs. */
export const listMediaJobs = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/ai/media/jobs', 'get'>,
  options?: CallOptions,
) => stoa.page('/api/v1/ai/media/jobs', { ...options, query })

/** List media jobs. Every one, page after page. */
export const listMediaJobsAll = (
  stoa: Stoa,
  query?: QueryOf<'/api/v1/ai/media/jobs', 'get'>,
  options?: CallOptions,
) => stoa.pages('/api/v1/ai/media/jobs', { ...options, query })

/** Get a media job. */
export const getMediaJob = (stoa: Stoa, id: string, options?: CallOptions) =>
  stoa.get('/api/v1/ai/media/jobs/{id}', { ...options, params: { id } })

/** Cancel a media job. */
export const cancelMediaJob = (stoa: Stoa, id: string, options?: WriteOptions) =>
  stoa.post('/api/v1/ai/media/jobs/{id}/cancel', { ...options, params: { id } })
