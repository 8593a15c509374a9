import { z } from 'zod'
import { choiceParam, pageParams, Timestamp, textParam, Uuid } from '../../../kernel/http/shapes.ts'

export const sessionStatuses = ['pending', 'running', 'handoff', 'completed', 'timed_out', 'error'] as const
export type SessionStatus = (typeof sessionStatuses)[number]
export const drivers = ['chromium', 'http'] as const
export type DriverName = (typeof drivers)[number]
export const endedReasons = [
  'closed',
  'idle_timeout',
  'max_duration',
  'crashed',
  'memory_limit',
  'start_failed',
  'insufficient_credits',
  'host_restart',
] as const
export type EndedReason = (typeof endedReasons)[number]

const AllowedHosts = z
  .array(
    z
      .string()
      .max(253)
      .regex(
        /^(\*\.)?[A-Za-z0-9]([A-Za-z0-9.-]*[A-Za-z0-9])?$/,
        'must be a host name such as shop.example.com or *.example.com',
      ),
  )
  .min(1)
  .max(100)

const Viewport = z.strictObject({
  width: z.int().min(320).max(3840),
  height: z.int().min(240).max(2160),
})
export type Viewport = z.output<typeof Viewport>
export const defaultViewport: Viewport = { width: 1280, height: 720 }

const isTimeZone = (name: string): boolean => {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

// SOCKS has one byte for their lengths.
const fitsSocks = (text: string): boolean => Buffer.byteLength(text) <= 255
const ofSocks = 'must be at most 255 bytes in UTF-8'

const ProxyBody = z.strictObject({
  url: z
    .string()
    .max(300)
    .regex(
      /^(https?|socks5):\/\/[^\s/@?#\\]+\/?$/i,
      'must be a URL such as http://proxy.example.com:3128, https://proxy.example.com or socks5://proxy.example.com:1080, without user name and password',
    ),
  username: z.string().min(1).max(200).refine(fitsSocks, ofSocks).optional(),
  password: z.string().max(200).refine(fitsSocks, ofSocks).optional(),
})

export const CreateSessionBody = z.strictObject({
  startUrl: z.string().min(1).max(8192).optional().describe('Opened before the session is returned.'),
  driver: z
    .enum(drivers)
    .optional()
    .describe('Chromium where there is one, else `http`: pages by fetch, without scripts.'),
  profileId: Uuid.optional().describe('Cookies and storage to begin with.'),
  persistProfile: z.boolean().default(true).describe('Save them to the profile when the session ends.'),
  viewport: Viewport.default(defaultViewport),
  locale: z
    .string()
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'must be a language tag such as de-DE')
    .default('en-US'),
  timezone: z.string().max(64).refine(isTimeZone, 'must be a time zone such as Europe/Athens').default('UTC'),
  keepAlive: z.boolean().default(false).describe('No idle timeout; only `timeoutSec` ends it.'),
  timeoutSec: z.int().min(60).max(21_600).default(3600),
  idleTimeoutSec: z.int().min(30).max(21_600).default(300),
  record: z
    .boolean()
    .default(false)
    .describe(
      'Store an image of the page after each action; see `…/recording`. Requires `files:write` as well.',
    ),
  allowedHosts: AllowedHosts.optional().describe('The only hosts that pages can reach.'),
  proxy: ProxyBody.optional().describe(
    'A proxy of yours, through which every request goes. It must be on the public internet. User name and password are not stored.',
  ),
  threadId: z.string().min(1).max(200).optional(),
})
export type CreateSessionBody = z.output<typeof CreateSessionBody>

export const BrowserPage = z.object({
  id: z.string(),
  url: z.string(),
  title: z.string(),
  isActive: z.boolean(),
})
export type BrowserPage = z.output<typeof BrowserPage>

export const Session = z
  .object({
    id: z.uuid(),
    status: z.enum(sessionStatuses),
    driver: z.enum(drivers),
    control: z.enum(['agent', 'human']),
    alive: z.boolean(),
    url: z.string().nullable(),
    title: z.string().nullable(),
    pages: z.array(BrowserPage),
    handoffId: z.uuid().nullable().describe('The handoff by which a human is in control.'),
    profileId: z.uuid().nullable(),
    persistProfile: z.boolean(),
    threadId: z.string().nullable(),
    eUID: z.uuid(),
    viewport: Viewport,
    locale: z.string(),
    timezone: z.string(),
    allowedHosts: z.array(z.string()).nullable(),
    proxy: z.object({ url: z.string() }).nullable(),
    keepAlive: z.boolean(),
    record: z.boolean(),
    timeoutSec: z.number(),
    idleTimeoutSec: z.number(),
    queuePosition: z.number().nullable().describe('Of a pending session; 1 starts next.'),
    creditsUsed: z.number(),
    createdAt: Timestamp,
    startedAt: Timestamp.nullable(),
    lastActivityAt: Timestamp,
    expiresAt: Timestamp.nullable(),
    endedAt: Timestamp.nullable(),
    endedReason: z.enum(endedReasons).nullable(),
    error: z.string().nullable(),
    liveViewUrl: z
      .string()
      .nullable()
      .describe('Shows the session, read-only, to anyone who has it; opens for 5 minutes.'),
    connectUrl: z
      .string()
      .nullable()
      .describe('WebSocket URL for Playwright (`connectOverCDP`) and Puppeteer; opens for 5 minutes.'),
  })
  .meta({ id: 'BrowserSession' })
export type Session = z.output<typeof Session>

export const SessionParams = z.object({ sessionId: Uuid })

export const SessionQuery = z.strictObject({
  status: choiceParam(sessionStatuses).optional(),
  driver: choiceParam(drivers).optional(),
  threadId: textParam(200).optional(),
  ...pageParams,
})
export type SessionQuery = z.output<typeof SessionQuery>
