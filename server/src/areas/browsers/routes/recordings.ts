import { data, endpoint } from '../../../kernel/http/endpoint.ts'
import { Recording } from '../schema/recording.ts'
import { SessionParams } from '../schema/session.ts'
import type { Recorder } from '../service/recording.ts'
import { exampleSession, sessionParams as params } from './examples.ts'

export const recordingRoutes = (recorder: Pick<Recorder, 'get'>) => [
  endpoint({
    method: 'GET',
    path: '/api/v1/browser/sessions/{sessionId}/recording',
    area: 'Browser',
    access: 'end-user',
    acceptsEndUserTokens: true,
    summary: 'Get the recording of a browser session',
    description:
      'Of a session that was created with `record`: an image after each action, up to 500, with password fields masked. Each is a file of the end user. What a human does in a handoff is not recorded, and the `http` driver has no images.',
    permission: 'browser:read',
    params: SessionParams,
    response: data(Recording),
    message: 'Recording of the browser session',
    errors: ['browser_session_not_found'],
    example: {
      params,
      response: {
        sessionId: exampleSession.id,
        isRecorded: true,
        startedAt: exampleSession.startedAt,
        endedAt: null,
        frames: [
          {
            number: 2,
            offsetMs: 4210,
            fileId: '0199f1a0-0000-7000-8000-0000000000f2',
            sizeBytes: 31_207,
            url: 'https://example.com/',
            title: 'Example Domain',
            action: { type: 'goto', url: 'https://example.com/', status: 'succeeded', durationMs: 210 },
            createdAt: '2026-01-02T03:04:09.410Z',
          },
        ],
      },
    },
    handle: ({ scope, params: { sessionId } }) => recorder.get(scope, sessionId),
  }),
]
