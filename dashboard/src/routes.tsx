import {
  createRootRoute,
  createRoute,
  createRouter,
  Link,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import { loadSession } from './auth/session.ts'
import { SkeletonLines } from './components/feedback/skeleton.tsx'
import { Toasts } from './components/feedback/toasts.tsx'
import { Page } from './components/layout/page.tsx'
import { BrokenPage } from './connection/broken-page.tsx'
import { ConnectionBar } from './connection/connection-bar.tsx'
import { loadChunk } from './connection/load-chunk.ts'
import { parseFilters, writeFilters } from './filters.ts'
import type { PageRoute } from './pages/manifest.ts'
import { manifests } from './pages/manifests.ts'
import { overviewRoutes } from './pages/overview/routes.ts'
import { SignedIn } from './shell/signed-in.tsx'

const root = createRootRoute({
  component: () => (
    <>
      <Outlet />
      <Toasts />
      <ConnectionBar />
    </>
  ),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  loader: loadSession,
  component: SignedIn,
})

/** What both kinds of routes have in common; the parent differs in its type. */
const optionsOf = ({ path, title, load }: PageRoute) => ({
  path: path.replace(/\{(\w+)\}/g, '$$$1'),
  component: lazyRouteComponent(() => loadChunk(load).then((component) => ({ default: component }))),
  pendingComponent: () => <PendingPage title={title} />,
})

const PendingPage = ({ title }: { title: string | undefined }) =>
  title === undefined ? (
    <div className="page">
      <SkeletonLines count={6} />
    </div>
  ) : (
    <Page title={title}>
      <SkeletonLines count={6} />
    </Page>
  )

const pages = manifests.flatMap(({ routes }) => routes)
const publicRoutes = pages
  .filter((page) => page.isPublic)
  .map((page) => createRoute({ getParentRoute: () => root, ...optionsOf(page) }))
const signedInRoutes = pages
  .filter((page) => !page.isPublic)
  .map((page) => createRoute({ getParentRoute: () => signedIn, ...optionsOf(page) }))

export const router = createRouter({
  routeTree: root.addChildren([...publicRoutes, signedIn.addChildren(signedInRoutes)]),
  parseSearch: parseFilters,
  stringifySearch: writeFilters,
  defaultPreload: 'intent',
  // A page that takes longer than a blink has its title and lines for its text, and as soon as it is there, itself.
  defaultPendingMs: 150,
  defaultPendingMinMs: 0,
  // A page that breaks leaves the navigation standing.
  defaultErrorComponent: ({ error, reset }) => <BrokenPage error={error} retry={reset} />,
  defaultNotFoundComponent: () => (
    <Page title="Page not found" width="narrow">
      <p>
        <Link to={overviewRoutes.overview}>Go to the overview</Link>
      </p>
    </Page>
  ),
})
