export const sessionsPath = '/api/v1/browser/sessions'
export const sessionPath = '/api/v1/browser/sessions/{sessionId}'
export const actionsPath = '/api/v1/browser/sessions/{sessionId}/actions'
export const snapshotPath = '/api/v1/browser/sessions/{sessionId}/snapshot'
export const eventStreamPath = '/api/v1/browser/sessions/{sessionId}/events/stream'
export const recordingPath = '/api/v1/browser/sessions/{sessionId}/recording'
export const toToolPath = '/api/v1/browser/sessions/{sessionId}/to-tool'
export const closePath = '/api/v1/browser/sessions/{sessionId}/close'
export const requestHandoffPath = '/api/v1/browser/sessions/{sessionId}/handoff'
export const handoffPath = '/api/v1/browser/sessions/handoff/{handoffId}'
export const handoffDonePath = '/api/v1/browser/sessions/handoff/{handoffId}/done'
export const profilesPath = '/api/v1/browser/profiles'
export const profilePath = '/api/v1/browser/profiles/{profileId}'

export const streamPathOf = (sessionId: string): string => `${sessionsPath}/${sessionId}/stream`

/** The token of a live view. Its URL is the public one of the server, which need not be the one of this page. */
export const tokenIn = (liveViewUrl: string | null): string | null =>
  liveViewUrl === null ? null : new URL(liveViewUrl).searchParams.get('state')
