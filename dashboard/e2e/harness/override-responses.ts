import type { Page } from 'playwright-core'

/**
 * Changes what the server says before the page hears it: for those whom a fresh server does not have, such as members,
 * and for what takes hours to happen. Everything else goes its usual way.
 */
const tellOtherwise = (page: Page, path: string, change: (data: never) => object) =>
  page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'GET') return route.continue()
    const response = await route.fetch()
    const body = (await response.json()) as { data: never }
    await route.fulfill({ response, json: { ...body, data: change(body.data) } })
  })

type Session = { account: object; projects: object[] }

/** The page as a member of the project sees it. */
export const asMember = (page: Page) =>
  tellOtherwise(page, '/api/v1/auth/session', (session: Session) => ({
    ...session,
    account: { ...session.account, isOwner: false },
    projects: session.projects.map((project) => ({ ...project, role: 'member' })),
  }))

/** The page as an admin of a project sees it who is not the operator of the server. */
export const asTenant = (page: Page) =>
  tellOtherwise(page, '/api/v1/auth/session', (session: Session) => ({
    ...session,
    account: { ...session.account, isOwner: false },
  }))

/** A built-in toolkit that the project has refreshed, and whose description has changed since. */
export const asDrifted = (page: Page, slug: string) =>
  tellOtherwise(page, `/api/v1/toolkits/byId/${slug}`, (toolkit: object) => ({
    ...toolkit,
    isRefreshed: true,
    version: '2026-10',
    sourceUrl: 'https://api.example.com/openapi.json',
    describedAt: '2026-10-02T08:00:00.000Z',
    driftedAt: '2026-11-01T08:00:00.000Z',
    watch: {
      check: 'daily',
      checkedAt: '2026-11-14T08:00:00.000Z',
      fault: null,
      driftedAt: '2026-11-01T08:00:00.000Z',
      apiVersion: '2026-11',
      changes: { added: ['added_one', 'added_two'], removed: ['removed_one'], changed: [] },
      newHosts: ['files.example.com'],
    },
  }))
