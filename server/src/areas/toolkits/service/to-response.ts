import type { ProjectToolkit, Watch } from '../ports/project-toolkit.ts'
import type { ToolEntry } from '../ports/provider.ts'
import type { Toolkit, ToolkitItem, ToolkitWatch } from '../schema/toolkit.ts'
import type { ToolkitTool } from '../schema/with-tools.ts'
import { detailsOf } from './auth-details.ts'
import type { ToolCounts } from './extension-points.ts'

/** What is known of a toolkit besides itself. */
export type ResponseContext = {
  connected: ReadonlySet<string>
  counts: ReadonlyMap<string, ToolCounts>
}

/** A toolkit as it appears in lists. */
export function itemOf(toolkit: ProjectToolkit, { connected, counts }: ResponseContext): ToolkitItem {
  const added = counts.get(toolkit.slug)
  return {
    id: toolkit.id,
    slug: toolkit.slug,
    name: toolkit.name,
    description: toolkit.description,
    logo: toolkit.logo,
    appUrl: toolkit.appUrl,
    categories: [...toolkit.categories],
    authSchemes: toolkit.authSchemes.map(({ name }) => name),
    providerManagedAuthSchemes: [...(toolkit.managedAuthSchemes ?? [])],
    noAuth: toolkit.noAuth,
    provider: toolkit.provider,
    version: toolkit.version,
    availableVersions: [...toolkit.availableVersions],
    toolCount: toolkit.toolCount + (added?.actions ?? 0),
    triggerCount: toolkit.triggerCount + (added?.triggers ?? 0),
    isDisabled: toolkit.isDisabled,
    isConnected: connected.has(toolkit.slug),
    popularityScore: toolkit.popularityScore,
    baseUrl: toolkit.baseUrl,
    getCurrentUserEndpoint: toolkit.currentUserPath,
    regions: toolkit.regions === null ? null : [...toolkit.regions],
    sourceUrl: toolkit.sourceUrl,
    describedAt: toolkit.describedAt,
    isRefreshed: toolkit.isRefreshed,
    isInstalled: toolkit.isInstalled === true,
    driftedAt: toolkit.watch?.driftedAt ?? null,
    createdAt: toolkit.createdAt,
    updatedAt: toolkit.updatedAt,
  }
}

export const visible = (
  toolkit: ProjectToolkit,
  responseContext: ResponseContext,
): Toolkit & { revision: number } => ({
  ...itemOf(toolkit, responseContext),
  authConfigDetails: toolkit.authSchemes.map(detailsOf),
  watch: toolkit.watch && watchResponse(toolkit.watch),
  revision: toolkit.revision,
})

const watchResponse = ({ every, checkedAt, fault, drift, driftedAt }: Watch): ToolkitWatch => ({
  check: every ?? 'off',
  checkedAt,
  fault,
  driftedAt,
  apiVersion: drift?.apiVersion ?? null,
  changes: drift?.changes ?? null,
  newHosts: drift?.newHosts ?? [],
})

/** A tool as it appears under its toolkit. */
export const toolResponse = (entry: ToolEntry): ToolkitTool => ({
  ...entry,
  scopes: [...entry.scopes],
  tags: [...entry.tags],
})
