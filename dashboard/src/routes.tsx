import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { addresses } from './addresses.ts'
import { parseFilters, writeFilters } from './filters.ts'
import { Failure } from './parts/failure.tsx'
import { Page } from './parts/page.tsx'
import { SkeletonLines } from './parts/skeleton.tsx'
import { Toasts } from './parts/toasts.tsx'
import { SignedIn } from './shell/signed-in.tsx'

/** The router's form of an address. */
const pathOf = (address: string) => address.replace(/\{(\w+)\}/g, '$$$1')

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
    </>
  ),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: pathOf(addresses.signIn),
  component: lazyRouteComponent(() => import('./pages/door/sign-in-page.tsx'), 'SignInPage'),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: pathOf(addresses.setUp),
  component: lazyRouteComponent(() => import('./pages/door/set-up-page.tsx'), 'SetUpPage'),
})

const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: SignedIn })

const insideRoute = (address: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path: pathOf(address), component })

const pages = [
  insideRoute(
    addresses.overview,
    lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
  ),
  insideRoute(
    addresses.endUsers,
    lazyRouteComponent(() => import('./pages/end-users/end-users-page.tsx'), 'EndUsersPage'),
  ),
  insideRoute(
    addresses.endUser,
    lazyRouteComponent(() => import('./pages/end-users/end-user-page.tsx'), 'EndUserPage'),
  ),
  insideRoute(
    addresses.files,
    lazyRouteComponent(() => import('./pages/files/files-page.tsx'), 'FilesPage'),
  ),
  insideRoute(
    addresses.file,
    lazyRouteComponent(() => import('./pages/files/file-page.tsx'), 'FilePage'),
  ),
  insideRoute(
    addresses.tables,
    lazyRouteComponent(() => import('./pages/tables/tables-page.tsx'), 'TablesPage'),
  ),
  insideRoute(
    addresses.table,
    lazyRouteComponent(() => import('./pages/tables/table-page.tsx'), 'TablePage'),
  ),
  insideRoute(
    addresses.tableSchema,
    lazyRouteComponent(() => import('./pages/tables/schema/schema-page.tsx'), 'SchemaPage'),
  ),
  insideRoute(
    addresses.proposals,
    lazyRouteComponent(() => import('./pages/tables/proposals/all-proposals-page.tsx'), 'AllProposalsPage'),
  ),
  insideRoute(
    addresses.tableProposals,
    lazyRouteComponent(() => import('./pages/tables/proposals/proposals-page.tsx'), 'ProposalsPage'),
  ),
  insideRoute(
    addresses.tableProposal,
    lazyRouteComponent(() => import('./pages/tables/proposals/proposal-page.tsx'), 'ProposalPage'),
  ),
  insideRoute(
    addresses.models,
    lazyRouteComponent(() => import('./pages/models/models-page.tsx'), 'ModelsPage'),
  ),
  insideRoute(
    addresses.modelPlayground,
    lazyRouteComponent(() => import('./pages/playground/playground-page.tsx'), 'ModelPlaygroundPage'),
  ),
  insideRoute(
    addresses.mediaPlayground,
    lazyRouteComponent(() => import('./pages/playground/media/media-page.tsx'), 'MediaPlaygroundPage'),
  ),
  insideRoute(
    addresses.calls,
    lazyRouteComponent(() => import('./pages/models/calls/calls-page.tsx'), 'CallsPage'),
  ),
  insideRoute(
    addresses.call,
    lazyRouteComponent(() => import('./pages/models/calls/call-page.tsx'), 'CallPage'),
  ),
  insideRoute(
    addresses.media,
    lazyRouteComponent(() => import('./pages/models/media/media-page.tsx'), 'MediaPage'),
  ),
  insideRoute(
    addresses.mediaJob,
    lazyRouteComponent(() => import('./pages/models/media/media-job-page.tsx'), 'MediaJobPage'),
  ),
  insideRoute(
    addresses.providers,
    lazyRouteComponent(() => import('./pages/models/providers/providers-page.tsx'), 'ProvidersPage'),
  ),
  insideRoute(
    addresses.toolkits,
    lazyRouteComponent(() => import('./pages/toolkits/toolkits-page.tsx'), 'ToolkitsPage'),
  ),
  insideRoute(
    addresses.toolkit,
    lazyRouteComponent(() => import('./pages/toolkits/toolkit-page.tsx'), 'ToolkitPage'),
  ),
  insideRoute(
    addresses.installedToolkits,
    lazyRouteComponent(() => import('./pages/toolkits/installed/installed-page.tsx'), 'InstalledPage'),
  ),
  insideRoute(
    addresses.tools,
    lazyRouteComponent(() => import('./pages/tools/tools-page.tsx'), 'ToolsPage'),
  ),
  insideRoute(
    addresses.tool,
    lazyRouteComponent(() => import('./pages/tools/tool-page.tsx'), 'ToolPage'),
  ),
  insideRoute(
    addresses.toolCreate,
    lazyRouteComponent(() => import('./pages/tools/edit/create-tool-page.tsx'), 'CreateToolPage'),
  ),
  insideRoute(
    addresses.toolEdit,
    lazyRouteComponent(() => import('./pages/tools/edit/edit-tool-page.tsx'), 'EditToolPage'),
  ),
  insideRoute(
    addresses.toolRuns,
    lazyRouteComponent(() => import('./pages/tools/logs/logs-page.tsx'), 'LogsPage'),
  ),
  insideRoute(
    addresses.toolRun,
    lazyRouteComponent(() => import('./pages/tools/logs/log-page.tsx'), 'LogPage'),
  ),
  insideRoute(
    addresses.questions,
    lazyRouteComponent(() => import('./pages/questions/questions-page.tsx'), 'QuestionsPage'),
  ),
  insideRoute(
    addresses.question,
    lazyRouteComponent(() => import('./pages/questions/question-page.tsx'), 'QuestionPage'),
  ),
  insideRoute(
    addresses.connections,
    lazyRouteComponent(() => import('./pages/connections/accounts-page.tsx'), 'AccountsPage'),
  ),
  insideRoute(
    addresses.connection,
    lazyRouteComponent(() => import('./pages/connections/account-page.tsx'), 'ConnectionPage'),
  ),
  insideRoute(
    addresses.authConfigs,
    lazyRouteComponent(
      () => import('./pages/connections/auth-configs/auth-configs-page.tsx'),
      'AuthConfigsPage',
    ),
  ),
  insideRoute(
    addresses.authConfig,
    lazyRouteComponent(
      () => import('./pages/connections/auth-configs/auth-config-page.tsx'),
      'AuthConfigPage',
    ),
  ),
  insideRoute(
    addresses.playground,
    lazyRouteComponent(() => import('./pages/sandboxes/playground-page.tsx'), 'PlaygroundPage'),
  ),
  insideRoute(
    addresses.sessions,
    lazyRouteComponent(() => import('./pages/sandboxes/sessions/sessions-page.tsx'), 'SessionsPage'),
  ),
  insideRoute(
    addresses.session,
    lazyRouteComponent(() => import('./pages/sandboxes/sessions/session-page.tsx'), 'SessionPage'),
  ),
  insideRoute(
    addresses.executions,
    lazyRouteComponent(() => import('./pages/sandboxes/executions/executions-page.tsx'), 'ExecutionsPage'),
  ),
  insideRoute(
    addresses.execution,
    lazyRouteComponent(() => import('./pages/sandboxes/executions/execution-page.tsx'), 'ExecutionPage'),
  ),
  insideRoute(
    addresses.keys,
    lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
  ),
  insideRoute(
    addresses.key,
    lazyRouteComponent(() => import('./pages/keys/key-page.tsx'), 'KeyPage'),
  ),
  insideRoute(
    addresses.usage,
    lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
  ),
  insideRoute(
    addresses.ledger,
    lazyRouteComponent(() => import('./pages/usage/ledger-page.tsx'), 'LedgerPage'),
  ),
  insideRoute(
    addresses.caps,
    lazyRouteComponent(() => import('./pages/usage/caps-page.tsx'), 'CapsPage'),
  ),
  insideRoute(
    addresses.holds,
    lazyRouteComponent(() => import('./pages/usage/holds-page.tsx'), 'HoldsPage'),
  ),
  insideRoute(
    addresses.prices,
    lazyRouteComponent(() => import('./pages/usage/prices-page.tsx'), 'PricesPage'),
  ),
  insideRoute(
    addresses.events,
    lazyRouteComponent(() => import('./pages/events/events-page.tsx'), 'EventsPage'),
  ),
  insideRoute(
    addresses.webhooks,
    lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
  ),
  insideRoute(
    addresses.webhook,
    lazyRouteComponent(() => import('./pages/webhooks/webhook-page.tsx'), 'WebhookPage'),
  ),
  insideRoute(
    addresses.audit,
    lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
  ),
  insideRoute(
    addresses.settings,
    lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
  ),
  insideRoute(
    addresses.account,
    lazyRouteComponent(() => import('./pages/account/account-page.tsx'), 'AccountPage'),
  ),
]

export const router = createRouter({
  routeTree: root.addChildren([signIn, setUp, inside.addChildren(pages)]),
  parseSearch: parseFilters,
  stringifySearch: writeFilters,
  defaultPreload: 'intent',
  defaultPendingComponent: () => (
    <div className="page">
      <SkeletonLines count={6} />
    </div>
  ),
  // A page that breaks leaves the navigation standing.
  defaultErrorComponent: ({ error, reset }) => (
    <Page title="This page broke" width="narrow">
      <Failure error={error} retry={reset} />
    </Page>
  ),
  defaultNotFoundComponent: () => (
    <Page title="There is no such page" width="narrow">
      <p>
        <Link to={addresses.overview}>Go to the overview</Link>
      </p>
    </Page>
  ),
})
