import type { Session } from '../schema/session.ts'

export const exampleSession: Session = {
  id: '0199f1a0-0000-7000-8000-0000000000b1',
  status: 'running',
  driver: 'chromium',
  control: 'agent',
  alive: true,
  url: 'https://example.com/',
  title: 'Example Domain',
  pages: [{ id: 'p1', url: 'https://example.com/', title: 'Example Domain', isActive: true }],
  handoffId: null,
  profileId: null,
  persistProfile: true,
  threadId: null,
  eUID: '0199f1a0-0000-7000-8000-0000000000a1',
  viewport: { width: 1280, height: 720 },
  locale: 'en-US',
  timezone: 'UTC',
  allowedHosts: null,
  proxy: null,
  keepAlive: false,
  record: false,
  timeoutSec: 3600,
  idleTimeoutSec: 300,
  queuePosition: null,
  creditsUsed: 0.36,
  createdAt: '2026-01-02T03:04:05.000Z',
  startedAt: '2026-01-02T03:04:05.200Z',
  lastActivityAt: '2026-01-02T03:04:17.000Z',
  expiresAt: '2026-01-02T04:04:05.200Z',
  endedAt: null,
  endedReason: null,
  error: null,
  liveViewUrl:
    'https://stoa.example.com/api/v1/browser/sessions/0199f1a0-0000-7000-8000-0000000000b1/view?state=MDE5OQ.c2ln',
  connectUrl:
    'wss://stoa.example.com/api/v1/browser/sessions/0199f1a0-0000-7000-8000-0000000000b1/connect?token=MDE5OQ.c2ln',
}

export const exampleEnded: Session = {
  ...exampleSession,
  status: 'completed',
  alive: false,
  expiresAt: null,
  endedAt: '2026-01-02T03:10:00.000Z',
  endedReason: 'closed',
  liveViewUrl: null,
  connectUrl: null,
}

export const sessionParams = { sessionId: exampleSession.id }

export const exampleProfile = {
  id: '0199f1a0-0000-7000-8000-0000000000b2',
  name: 'shop',
  eUID: exampleSession.eUID,
  cookieCount: 4,
  sessionId: null,
  createdAt: '2026-01-02T03:04:05.000Z',
  updatedAt: '2026-01-02T03:10:00.000Z',
  lastUsedAt: '2026-01-02T03:10:00.000Z',
}

export const exampleHandoff = {
  id: '0199f1a0-0000-7000-8000-0000000000b3',
  sessionId: exampleSession.id,
  status: 'requested',
  reason: 'Sign in to the shop',
  note: null,
  createdAt: '2026-01-02T03:05:00.000Z',
  endedAt: null,
  liveViewUrl: exampleSession.liveViewUrl,
} as const
