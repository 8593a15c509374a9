import type { ApiCall } from '../../../components/code/call-snippets.ts'
import { parseJsonObject } from '../../../components/form/parse-json-object.ts'
import type { Language } from '../languages.ts'
import { ephemeralPath, executePath } from '../sandbox-paths.ts'

/** What is written in the workbench; texts, as they are typed. */
export type Draft = {
  language: Language
  sources: Record<Language, string>
  state: string
  timeoutMs: string
  hosts: string
  /** The end user it runs as; empty for the project itself. */
  user: string
}

export type RunRequest = {
  /** Null runs it once, in a new interpreter. */
  sessionId: string | null
  user: string
  body: {
    language: Language
    source: string
    state?: Record<string, unknown>
    timeoutMs?: number
    allowedHosts?: string[]
  }
}

const stateExample = '{ "name": "Ada" }'

/** What is wrong with the state, in words for the form; null when nothing is. */
export function stateError(text: string): string | null {
  try {
    parseJsonObject(text, 'state', stateExample)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

export const hostsIn = (text: string): string[] => text.split(/[\s,]+/).filter((host) => host !== '')

/** Left empty, a field is left out, so that the server decides. Numbers out of range are refused there, too. */
export function requestOf(draft: Draft, sessionId: string | null): RunRequest {
  const hosts = hostsIn(draft.hosts)
  return {
    sessionId,
    user: sessionId === null ? draft.user.trim() : '',
    body: {
      language: draft.language,
      source: draft.sources[draft.language],
      ...(draft.state.trim() === '' ? {} : { state: parseJsonObject(draft.state, 'state', stateExample) }),
      ...(draft.timeoutMs.trim() === '' ? {} : { timeoutMs: Number(draft.timeoutMs) }),
      // A session has the network that it was made with.
      ...(sessionId === null && hosts.length > 0 ? { allowedHosts: hosts } : {}),
    },
  }
}

/** The same as a call for programs. A state that is no JSON yet is left out of it. */
export function callOf(draft: Draft, sessionId: string | null): ApiCall {
  const sound = stateError(draft.state) === null ? draft : { ...draft, state: '' }
  const { body, user } = requestOf(sound, sessionId)
  return {
    method: 'POST',
    ...(sessionId === null ? { path: ephemeralPath } : { path: executePath, params: { id: sessionId } }),
    ...(user === '' ? {} : { headers: { 'x-username': user } }),
    body,
  }
}
