import type { SandboxExecutionResult } from '@stoa/sdk'
import { isLanguage } from '../../../features/sandboxes/languages.ts'
import type { Draft, RunRequest } from '../../../features/sandboxes/workbench/run-request.ts'

export type { Draft }

export type PastRun = { request: RunRequest; result: SandboxExecutionResult; at: string }

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOr = (value: unknown, other: string): string => (typeof value === 'string' ? value : other)

/** What a tab has kept may come from another version of this page: only what still fits is taken. */
export function revivedDraft(kept: unknown, first: Draft): Draft {
  if (!isObject(kept)) return first
  const sources = isObject(kept.sources) ? kept.sources : {}
  return {
    language: isLanguage(kept.language) ? kept.language : first.language,
    sources: {
      javascript: textOr(sources.javascript, first.sources.javascript),
      python: textOr(sources.python, first.sources.python),
    },
    state: textOr(kept.state, first.state),
    timeoutMs: textOr(kept.timeoutMs, ''),
    hosts: textOr(kept.hosts, ''),
    user: textOr(kept.user, ''),
  }
}

/** A run without its script or the id of its record is of no use. */
export const revivedRuns = (kept: unknown): PastRun[] =>
  Array.isArray(kept)
    ? kept.filter(
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
