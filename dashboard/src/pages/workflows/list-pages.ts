/** Everything about workflows that draws no graph. */
export { ExecutionPage } from './executions/execution-page.tsx'
export { AllExecutionsPage, ExecutionsPage } from './executions/executions-page.tsx'
export { WorkflowsPage } from './list/workflows-page.tsx'
export { SettingsPage } from './settings/settings-page.tsx'
export { VersionsPage } from './versions/versions-page.tsx'
