import type { SandboxExecutionResult } from '@stoa/sdk'
import { isLanguage } from '../../../features/sandboxes/languages.ts'
import type { Draft, RunRequest } from '../../../features/sandboxes/workbench/run-request.ts'

export type { Draft }

export type PastRun = { request: RunRequest; result: SandboxExecutionResult; at: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other)

/** A stored draft may come from another version of this page: only valid values are restored. */
export function revivedDraft(saved: unknown, first: Draft): Draft {
  if (!isObject(saved)) return first
  const sources = isObject(saved.sources) ? saved.sources : {}
  return {
    language: isLanguage(saved.language) ? saved.language : first.language,
    sources: {
      javascript: textOr(sources.javascript, first.sources.javascript),
      python: textOr(sources.python, first.sources.python),
    },
    state: textOr(saved.state, first.state),
    timeoutMs: textOr(saved.timeoutMs, ''),
    hosts: textOr(saved.hosts, ''),
    user: textOr(saved.user, ''),
  }
}

/** A run without its script or the id of its record is of no use. */
export const revivedRuns = (saved: unknown): PastRun[] =>
  Array.isArray(saved)
    ? saved.filter(
        (run): run is PastRun =>
          isObject(run) &&
          typeof run.at === 'string' &&
          isObject(run.result) &&
          typeof run.result.id === 'string' &&
          isObject(run.request) &&
          isObject(run.request.body) &&
          typeof run.request.body.source === 'string' &&
          isLanguage(run.request.body.language),
      )
    : []
