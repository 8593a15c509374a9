export const sessionsPath = '/api/v1/sandbox/sessions'
export const sessionPath = '/api/v1/sandbox/sessions/{id}'
export const executePath = '/api/v1/sandbox/sessions/{id}/execute'
export const ephemeralPath = '/api/v1/sandbox/ephemeral'
export const executionsPath = '/api/v1/sandbox/executions'
export const executionPath = '/api/v1/sandbox/executions/{executionId}'
export const cancelPath = '/api/v1/sandbox/executions/{executionId}/cancel'
export const workspacePath = '/api/v1/sandbox/sessions/{id}/files'
export const workspaceListPath = '/api/v1/sandbox/sessions/{id}/files/list'

/** Apart from all else that is read of a session: to read its files again would wake one that was just paused. */
export const workspaceKey = (sessionId: string) => ['sandbox-files', sessionId]
