import { isPermitted } from '../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { BrowserBody } from '../schema/browser-steps.ts'
import type { HttpBody, Implementation, Tool, ToolDetail } from '../schema/tool.ts'
import type { FoundTool } from './catalogue/find-tool.ts'
import { schemaTokens } from './catalogue/schema-tokens.ts'
import { requestResponse } from './custom/static-secrets.ts'

const microPerCredit = 1_000_000
export const creditsOf = (micro: number): number => micro / microPerCredit
export const microOf = (credits: number): number => Math.round(credits * microPerCredit)

/** A tool as the interface shows it. */
export function toTool(found: FoundTool, defaultMicro: number): Tool {
  const { definition, row, run, toolkit } = found
  const implementation = run.kind === 'custom' ? run.implementation : null
  const { slug, description, inputParameters } = definition
  return {
    ...definition,
    id: found.id,
    provider: found.provider,
    scopes: [...definition.scopes],
    tags: [...definition.tags],
    availableVersions: [...found.availableVersions],
    isDisabled: found.isDisabled || toolkit?.isDisabled === true,
    executionCreditCost: creditsOf(found.priceMicro ?? defaultMicro),
    hints: { ...definition.hints },
    inputParameters: { ...inputParameters },
    outputParameters: { ...definition.outputParameters },
    schemaTokens: schemaTokens({ slug, description, inputParameters }),
    fieldModifiers: {},
    script: implementation?.kind === 'script' ? implementation.language : null,
    isExecutable: definition.type === 'action' && (run.kind === 'provider' || implementation !== null),
    triggerThreadKey: row?.triggerThreadKey ?? null,
    ragContentHash: row?.contentHash ?? null,
    // Searches check the database for changes first: what is saved can be found immediately.
    ragSyncedAt: row?.updatedAt ?? null,
    createdAt: row?.createdAt ?? null,
    updatedAt: row?.updatedAt ?? null,
  }
}

/** With what runs it. Sources are for those who may change them. */
export function toDetail(scope: Scope, found: FoundTool, defaultMicro: number): ToolDetail {
  const implementation = found.run.kind === 'custom' ? found.run.implementation : null
  const mayChange = isPermitted(scope.permissions, 'tools:write')
  return {
    ...toTool(found, defaultMicro),
    http: implementation?.kind === 'http' && mayChange ? requestResponse(bodyOf(implementation)) : null,
    scriptSource: implementation?.kind === 'script' && mayChange ? implementation.source : null,
    browser: implementation?.kind === 'browser' && mayChange ? stepsOf(implementation) : null,
    allowedHosts: hostsOf(implementation),
  }
}

const stepsOf = ({ kind: _, ...browser }: Extract<Implementation, { kind: 'browser' }>): BrowserBody =>
  browser

function hostsOf(implementation: Implementation | null): string[] {
  if (implementation?.kind === 'browser') return implementation.allowedHosts ?? []
  return implementation?.kind === 'script' ? implementation.allowedHosts : []
}

const bodyOf = ({ kind: _, sealed: __, ...http }: Extract<Implementation, { kind: 'http' }>): HttpBody => http
