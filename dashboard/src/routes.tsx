import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { addresses } from './addresses.ts'
import { SkeletonLines } from './components/feedback/skeleton.tsx'
import { Toasts } from './components/feedback/toasts.tsx'
import { Page } from './components/layout/page.tsx'
import { BrokenPage } from './connection/broken-page.tsx'
import { ConnectionBar } from './connection/connection-bar.tsx'
import { loadChunk } from './connection/load-chunk.ts'
import { parseFilters, writeFilters } from './filters.ts'
import { SignedIn } from './shell/signed-in.tsx'

/** The router's form of an address. */
const pathOf = (address: string) => address.replace(/\{(\w+)\}/g, '$$$1')

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
      <ConnectionBar />
    </>
  ),
})

const signIn = createRoute({
  getParentRoute: () => root,
  path: pathOf(addresses.signIn),
  component: lazyRouteComponent(() => loadChunk(() => import('./pages/auth/sign-in-page.tsx')), 'SignInPage'),
})
const setUp = createRoute({
  getParentRoute: () => root,
  path: pathOf(addresses.setUp),
  component: lazyRouteComponent(() => loadChunk(() => import('./pages/auth/set-up-page.tsx')), 'SetUpPage'),
})

const inside = createRoute({ getParentRoute: () => root, id: 'inside', component: SignedIn })

const insideRoute = (address: string, component: ReturnType<typeof lazyRouteComponent>) =>
  createRoute({ getParentRoute: () => inside, path: pathOf(address), component })

const pages = [
  insideRoute(
    addresses.overview,
    lazyRouteComponent(() => loadChunk(() => import('./pages/overview/overview-page.tsx')), 'OverviewPage'),
  ),
  insideRoute(
    addresses.endUsers,
    lazyRouteComponent(() => loadChunk(() => import('./pages/end-users/end-users-page.tsx')), 'EndUsersPage'),
  ),
  insideRoute(
    addresses.endUser,
    lazyRouteComponent(() => loadChunk(() => import('./pages/end-users/end-user-page.tsx')), 'EndUserPage'),
  ),
  insideRoute(
    addresses.files,
    lazyRouteComponent(() => loadChunk(() => import('./pages/files/files-page.tsx')), 'FilesPage'),
  ),
  insideRoute(
    addresses.file,
    lazyRouteComponent(() => loadChunk(() => import('./pages/files/file-page.tsx')), 'FilePage'),
  ),
  insideRoute(
    addresses.tables,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tables/tables-page.tsx')), 'TablesPage'),
  ),
  insideRoute(
    addresses.table,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tables/table-page.tsx')), 'TablePage'),
  ),
  insideRoute(
    addresses.tableSchema,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tables/schema/schema-page.tsx')), 'SchemaPage'),
  ),
  insideRoute(
    addresses.proposals,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/tables/proposals/all-proposals-page.tsx')),
      'AllProposalsPage',
    ),
  ),
  insideRoute(
    addresses.tableProposals,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/tables/proposals/proposals-page.tsx')),
      'ProposalsPage',
    ),
  ),
  insideRoute(
    addresses.tableProposal,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/tables/proposals/proposal-page.tsx')),
      'ProposalPage',
    ),
  ),
  insideRoute(
    addresses.models,
    lazyRouteComponent(() => loadChunk(() => import('./pages/models/models-page.tsx')), 'ModelsPage'),
  ),
  insideRoute(
    addresses.modelPlayground,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/playground/chat/chat-page.tsx')),
      'ModelPlaygroundPage',
    ),
  ),
  insideRoute(
    addresses.mediaPlayground,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/playground/media/media-page.tsx')),
      'MediaPlaygroundPage',
    ),
  ),
  insideRoute(
    addresses.calls,
    lazyRouteComponent(() => loadChunk(() => import('./pages/models/calls/calls-page.tsx')), 'CallsPage'),
  ),
  insideRoute(
    addresses.call,
    lazyRouteComponent(() => loadChunk(() => import('./pages/models/calls/call-page.tsx')), 'CallPage'),
  ),
  insideRoute(
    addresses.media,
    lazyRouteComponent(() => loadChunk(() => import('./pages/models/media/media-page.tsx')), 'MediaPage'),
  ),
  insideRoute(
    addresses.mediaJob,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/models/media/media-job-page.tsx')),
      'MediaJobPage',
    ),
  ),
  insideRoute(
    addresses.providers,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/models/providers/providers-page.tsx')),
      'ProvidersPage',
    ),
  ),
  insideRoute(
    addresses.toolkits,
    lazyRouteComponent(() => loadChunk(() => import('./pages/toolkits/toolkits-page.tsx')), 'ToolkitsPage'),
  ),
  insideRoute(
    addresses.toolkit,
    lazyRouteComponent(() => loadChunk(() => import('./pages/toolkits/toolkit-page.tsx')), 'ToolkitPage'),
  ),
  insideRoute(
    addresses.installedToolkits,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/toolkits/installed/installed-page.tsx')),
      'InstalledPage',
    ),
  ),
  insideRoute(
    addresses.tools,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tools/tools-page.tsx')), 'ToolsPage'),
  ),
  insideRoute(
    addresses.tool,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tools/tool-page.tsx')), 'ToolPage'),
  ),
  insideRoute(
    addresses.toolCreate,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/tools/edit/create-tool-page.tsx')),
      'CreateToolPage',
    ),
  ),
  insideRoute(
    addresses.toolEdit,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/tools/edit/edit-tool-page.tsx')),
      'EditToolPage',
    ),
  ),
  insideRoute(
    addresses.toolRuns,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tools/logs/logs-page.tsx')), 'LogsPage'),
  ),
  insideRoute(
    addresses.toolRun,
    lazyRouteComponent(() => loadChunk(() => import('./pages/tools/logs/log-page.tsx')), 'LogPage'),
  ),
  insideRoute(
    addresses.questions,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/questions/questions-page.tsx')),
      'QuestionsPage',
    ),
  ),
  insideRoute(
    addresses.question,
    lazyRouteComponent(() => loadChunk(() => import('./pages/questions/question-page.tsx')), 'QuestionPage'),
  ),
  insideRoute(
    addresses.connections,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/connections/accounts-page.tsx')),
      'AccountsPage',
    ),
  ),
  insideRoute(
    addresses.connection,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/connections/account-page.tsx')),
      'ConnectionPage',
    ),
  ),
  insideRoute(
    addresses.authConfigs,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/connections/auth-configs/auth-configs-page.tsx')),
      'AuthConfigsPage',
    ),
  ),
  insideRoute(
    addresses.authConfig,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/connections/auth-configs/auth-config-page.tsx')),
      'AuthConfigPage',
    ),
  ),
  insideRoute(
    addresses.playground,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/sandboxes/playground-page.tsx')),
      'PlaygroundPage',
    ),
  ),
  insideRoute(
    addresses.sessions,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/sandboxes/sessions/sessions-page.tsx')),
      'SessionsPage',
    ),
  ),
  insideRoute(
    addresses.session,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/sandboxes/sessions/session-page.tsx')),
      'SessionPage',
    ),
  ),
  insideRoute(
    addresses.executions,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/sandboxes/executions/executions-page.tsx')),
      'ExecutionsPage',
    ),
  ),
  insideRoute(
    addresses.execution,
    lazyRouteComponent(
      () => loadChunk(() => import('./pages/sandboxes/executions/execution-page.tsx')),
      'ExecutionPage',
    ),
  ),
  insideRoute(
    addresses.keys,
    lazyRouteComponent(() => loadChunk(() => import('./pages/keys/keys-page.tsx')), 'KeysPage'),
  ),
  insideRoute(
    addresses.key,
    lazyRouteComponent(() => loadChunk(() => import('./pages/keys/key-page.tsx')), 'KeyPage'),
  ),
  insideRoute(
    addresses.usage,
    lazyRouteComponent(() => loadChunk(() => import('./pages/usage/overview/usage-page.tsx')), 'UsagePage'),
  ),
  insideRoute(
    addresses.ledger,
    lazyRouteComponent(() => loadChunk(() => import('./pages/usage/ledger/ledger-page.tsx')), 'LedgerPage'),
  ),
  insideRoute(
    addresses.caps,
    lazyRouteComponent(() => loadChunk(() => import('./pages/usage/caps/caps-page.tsx')), 'CapsPage'),
  ),
  insideRoute(
    addresses.holds,
    lazyRouteComponent(() => loadChunk(() => import('./pages/usage/ledger/holds-page.tsx')), 'HoldsPage'),
  ),
  insideRoute(
    addresses.prices,
    lazyRouteComponent(() => loadChunk(() => import('./pages/usage/prices-page.tsx')), 'PricesPage'),
  ),
  insideRoute(
    addresses.events,
    lazyRouteComponent(() => loadChunk(() => import('./pages/events/events-page.tsx')), 'EventsPage'),
  ),
  insideRoute(
    addresses.webhooks,
    lazyRouteComponent(() => loadChunk(() => import('./pages/webhooks/webhooks-page.tsx')), 'WebhooksPage'),
  ),
  insideRoute(
    addresses.webhook,
    lazyRouteComponent(() => loadChunk(() => import('./pages/webhooks/webhook-page.tsx')), 'WebhookPage'),
  ),
  insideRoute(
    addresses.audit,
    lazyRouteComponent(() => loadChunk(() => import('./pages/audit/audit-page.tsx')), 'AuditPage'),
  ),
  insideRoute(
    addresses.settings,
    lazyRouteComponent(() => loadChunk(() => import('./pages/settings/settings-page.tsx')), 'SettingsPage'),
  ),
  insideRoute(
    addresses.account,
    lazyRouteComponent(() => loadChunk(() => import('./pages/account/account-page.tsx')), 'AccountPage'),
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
  defaultErrorComponent: ({ error, reset }) => <BrokenPage error={error} retry={reset} />,
  defaultNotFoundComponent: () => (
    <Page title="Page not found" width="narrow">
      <p>
        <Link to={addresses.overview}>Go to the overview</Link>
      </p>
    </Page>
  ),
})
