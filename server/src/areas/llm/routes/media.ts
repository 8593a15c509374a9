import { data, type Endpoint, endpoint, page } from '../../../kernel/http/endpoint.ts'
import { IdParams } from '../../../kernel/http/shapes.ts'
import {
  ImageBody,
  MediaJob,
  MediaJobDetail,
  MediaQuery,
  SpeechBody,
  TranscriptBody,
  VideoBody,
} from '../schema/media.ts'
import type { MediaJobs } from '../service/media/jobs.ts'
import { callErrors } from './chat.ts'

const exampleJob: MediaJob = {
  id: '0199f1a0-0000-7000-8000-000000000064',
  kind: 'image',
  status: 'succeeded',
  model: 'local/offline-demo-image',
  provider: 'local',
  isPlaceholder: true,
  fileIds: ['0199f1a0-0000-7000-8000-000000000065'],
  transcript: null,
  usage: { units: 1, unit: 'image', credits: 0, usd: 0, estimated: false, unpriced: false },
  error: null,
  metadata: {},
  eUID: '0199f1a0-0000-7000-8000-000000000001',
  createdAt: '2026-01-02T03:04:05.678Z',
  startedAt: '2026-01-02T03:04:05.700Z',
  endedAt: '2026-01-02T03:04:05.720Z',
}

const defaultWait = 30
const shared = { area: 'LLM', access: 'end-user' as const }
const making = {
  ...shared,
  method: 'POST' as const,
  permission: 'llm:execute' as const,
  response: data(MediaJob),
  message: 'Media job',
  errors: [...callErrors, 'driver_required' as const],
  callsExternalService: true,
}
const waiting = `Responds when the job is done, after \`wait\` seconds (default ${defaultWait}) at the latest; the job continues and can be read by its id.`

type MediaRequest = {
  model?: string | undefined
  wait?: number | undefined
  metadata?: Record<string, string> | undefined
}

/** What all of them say, apart from what is to be made. */
function split<Body extends MediaRequest>(body: Body, wait = defaultWait) {
  const { model, wait: seconds = wait, metadata = {}, ...input } = body
  return { model, waitMs: seconds * 1000, metadata, input }
}

const makingRoutes = (media: MediaJobs): Endpoint[] => [
  endpoint({
    ...making,
    path: '/api/v1/ai/media/image',
    summary: 'Generate images',
    description: `Without a provider a placeholder image is returned. ${waiting}`,
    body: ImageBody,
    example: { body: { prompt: 'A lighthouse at dawn' }, response: exampleJob },
    handle({ scope, body, signal }) {
      const { input, ...request } = split(body)
      return media.create(scope, { ...request, input: { kind: 'image', ...input } }, signal)
    },
  }),
  endpoint({
    ...making,
    path: '/api/v1/ai/media/video',
    summary: 'Generate a video',
    description: 'Takes minutes, so the job is returned immediately unless `wait` is set.',
    body: VideoBody,
    example: {
      body: { prompt: 'Waves at dawn', durationSeconds: 4 },
      response: {
        ...exampleJob,
        kind: 'video',
        status: 'queued',
        model: 'google/veo-3.1-fast-generate-preview',
        provider: 'google',
        isPlaceholder: false,
        fileIds: [],
        startedAt: null,
        endedAt: null,
        usage: { ...exampleJob.usage, units: 0, unit: 'second' },
      },
    },
    handle({ scope, body, signal }) {
      const { input, ...request } = split(body, 0)
      return media.create(scope, { ...request, input: { kind: 'video', ...input } }, signal)
    },
  }),
  endpoint({
    ...making,
    path: '/api/v1/ai/media/tts',
    summary: 'Generate speech',
    description: `Without a provider a short placeholder tone is returned. ${waiting}`,
    body: SpeechBody,
    example: {
      body: { text: 'Good morning' },
      response: {
        ...exampleJob,
        kind: 'tts',
        model: 'local/offline-demo-tone',
        usage: { ...exampleJob.usage, units: 12, unit: 'char' },
      },
    },
    handle({ scope, body, signal }) {
      const { input, ...request } = split(body)
      return media.create(scope, { ...request, input: { kind: 'tts', ...input } }, signal)
    },
  }),
  endpoint({
    ...making,
    path: '/api/v1/ai/media/stt',
    summary: 'Transcribe audio',
    description: `Requires a configured provider. ${waiting}`,
    body: TranscriptBody,
    example: {
      body: { fileId: exampleJob.fileIds[0] },
      response: {
        ...exampleJob,
        kind: 'stt',
        model: 'openai/gpt-4o-mini-transcribe',
        provider: 'openai',
        isPlaceholder: false,
        fileIds: [],
        transcript: { text: 'Good morning', language: 'en', durationSeconds: 1.5, segments: [] },
        usage: { ...exampleJob.usage, units: 0.025, unit: 'minute', credits: 0.075, usd: 0.000075 },
      },
    },
    handle({ scope, body, signal }) {
      const { input, ...request } = split(body)
      return media.create(scope, { ...request, input: { kind: 'stt', ...input } }, signal)
    },
  }),
]

export const mediaRoutes = (media: MediaJobs): Endpoint[] => [
  ...makingRoutes(media),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/ai/media/jobs',
    summary: 'List media jobs',
    description: 'Newest first. Without `x-username` the jobs of all end users.',
    permission: 'llm:read',
    query: MediaQuery,
    response: page(MediaJob),
    message: 'Media jobs',
    example: { query: { kind: 'image' }, response: [exampleJob] },
    handle: ({ scope, query }) => media.list(scope, query),
  }),
  endpoint({
    ...shared,
    method: 'GET',
    path: '/api/v1/ai/media/jobs/{id}',
    summary: 'Get a media job',
    description: 'Includes the input if the project stores payloads.',
    permission: 'llm:read',
    params: IdParams,
    response: data(MediaJobDetail),
    message: 'Media job',
    errors: ['media_job_not_found'],
    example: {
      params: { id: exampleJob.id },
      response: { ...exampleJob, input: { prompt: 'A lighthouse at dawn' } },
    },
    handle: ({ scope, params }) => media.read(scope, params.id),
  }),
  endpoint({
    ...shared,
    method: 'POST',
    path: '/api/v1/ai/media/jobs/{id}/cancel',
    summary: 'Cancel a media job',
    description: 'Only generated output is charged.',
    permission: 'llm:execute',
    params: IdParams,
    response: data(MediaJob),
    message: 'Media job',
    errors: ['media_job_not_found', 'invalid_state'],
    example: {
      params: { id: exampleJob.id },
      response: { ...exampleJob, status: 'cancelled', fileIds: [], usage: { ...exampleJob.usage, units: 0 } },
    },
    handle: ({ scope, params }) => media.cancel(scope, params.id),
  }),
]
