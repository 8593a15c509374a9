import type { AllowedNetwork } from '../../../kernel/net/allowed-networks.ts'
import type { ProxySettings } from '../../../kernel/net/upstream-proxy/upstream-proxy.ts'
import type { ActionResult, BrowserAction, SnapshotFormat } from '../schema/action.ts'
import type { UserInput } from '../schema/live-view.ts'
import type { BrowserPage, DriverName, EndedReason, Viewport } from '../schema/session.ts'

/** What the program of the browsers is started with. */
export type HostSettings = {
  driver: DriverName
  /** The browser to start; null for the one from npm. */
  executable: string | null
  /** Where the one from npm is unpacked. */
  unpackFolder: string
  allowPrivate: readonly AllowedNetwork[]
  allowUnsealed: boolean
  userAgent: string
}

/** Cookies and storage as Playwright reads and writes them. */
export type StorageState = { cookies: unknown[]; origins: unknown[] }

export type OpenOptions = {
  viewport: Viewport
  locale: string
  timezone: string
  allowedHosts: readonly string[] | null
  storageState: StorageState | null
  proxy: ProxySettings | null
}

/** An action as the driver does it: files are paths by now. */
export type DriverAction =
  | Exclude<BrowserAction, { type: 'upload' }>
  | (Omit<Extract<BrowserAction, { type: 'upload' }>, 'fileIds'> & { paths: string[] })

/** By what the element of an action is found again in another session; the first selector is the one to prefer. */
export type RecordedTarget = {
  selectors: string[]
  /** What the element is called, for the parameter that is made of it. */
  label: string
  /** Of the page that it was in. */
  origin: string
  isInFrame: boolean
}

/** What a page must be; `*` in the URL is any one segment of its path. */
export type Expectation = {
  url?: string | undefined
  title?: string | undefined
  text?: string | undefined
}

/** An action that is done as it was recorded. */
export type ReplayedStep = { selectors: string[]; origin: string | null; expect: Expectation | null }

export type ActedResult = ActionResult & { isSecret?: boolean; target?: RecordedTarget }

export type Calls = {
  /** Whether browsers can be started, and which. */
  probe: { input: Record<string, never>; output: DriverFacts }
  open: { input: OpenOptions; output: SessionState & { uploads: string | null } }
  act: { input: { action: DriverAction; replay?: ReplayedStep }; output: ActedResult }
  snapshot: { input: { format: SnapshotKind; fullPage: boolean }; output: SnapshotOutput }
  storage: { input: Record<string, never>; output: StorageState }
  close: { input: Record<string, never>; output: null }
  /** Begins or ends the images of a live view. */
  cast: { input: { isOn: boolean }; output: null }
  input: { input: UserInput; output: null }
  /** A client of the Chrome DevTools Protocol, by a name that the caller makes up. */
  cdpOpen: { input: { connection: string }; output: null }
  /** A message of that client is the body of the frame, in JSON. */
  cdpSend: { input: { connection: string }; output: null }
  cdpClose: { input: { connection: string }; output: null }
}
export type CallName = keyof Calls

export type CdpMessage = {
  id?: number | undefined
  method?: string | undefined
  params?: Record<string, unknown> | undefined
  sessionId?: string | undefined
  result?: unknown
  error?: unknown
}

export type DriverFacts = { version: string; isSandboxed: boolean; path: string }
/** What callers may request, and the smaller images of recordings. */
export type SnapshotKind = SnapshotFormat | 'jpeg'
export type SessionState = { url: string; title: string; pages: BrowserPage[] }
/** An image is the body of the frame. */
export type SnapshotOutput = { url: string; title: string; content: string; truncated: boolean }

/** What happens in a session by itself. */
export type SessionEvent =
  | ({ kind: 'state' } & SessionState)
  | { kind: 'dialog'; type: string; message: string; accepted: boolean }
  | { kind: 'refused'; host: string; reason: string }
  | { kind: 'download'; name: string; url: string; path: string; bytes: number; failure: string | null }
  /** An image of the page; its bytes are the body of the frame. The size is that of the page, which input is for. */
  | { kind: 'image'; size: Viewport }
  /** A message for a client of the DevTools Protocol: the body of the frame, in JSON. */
  | { kind: 'cdp'; connection: string }
  | { kind: 'ended'; reason: EndedReason; message: string }

export type ToHost = { id: number; session: string; call: CallName; input: unknown }
export type FromHost =
  | { id: number; ok: true; output: unknown }
  | { id: number; ok: false; error: DriverFault }
  | { session: string; event: SessionEvent }

/** Why an action was not done. The code is one of those that the API documents. */
export type DriverFault = { code: FaultCode; message: string; hint?: string }
export type FaultCode =
  | 'action_timeout'
  | 'action_failed'
  | 'address_not_allowed'
  | 'unsupported_by_driver'
  | 'browser_session_gone'
  | 'browser_unavailable'
