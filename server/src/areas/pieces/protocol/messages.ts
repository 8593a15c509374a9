/**
 * The server reads headers on its main thread, so they are short. What a piece gives and what it says of itself travel
 * in the body, as JSON, and are read in a thread when they are large.
 */
export const maxHeaderLength = 512 * 1024

/**
 * The protocol between the server and the process of a piece. One frame is a header in JSON and bytes. The process is
 * gets one task at a time; meanwhile it may send requests, and each has an id which the response repeats.
 */
export type Order =
  /** Brings the text of the bundle; the response is `loaded`. */
  | { op: 'load'; name: string }
  | { op: 'work'; work: Work }
  | { op: 'reply'; request: number; ok: boolean; value: unknown }

export type TriggerHook = 'onEnable' | 'onDisable' | 'run' | 'test' | 'onHandshake' | 'onRenew'

export type Work =
  | { kind: 'action'; name: string; context: WorkContext }
  | { kind: 'trigger'; name: string; hook: TriggerHook; context: WorkContext }
  /** The choices of a field that only the service knows. */
  | {
      kind: 'options'
      owner: 'action' | 'trigger'
      name: string
      field: string
      search: string
      context: WorkContext
    }

  /** A webhook at the shared URL of all accounts: to find its account, or to verify it. */
  | { kind: 'app-webhook'; hook: 'parseAndReply' | 'verify'; input: AppWebhookInput }

/** As the framework of pieces passes it to them. */
export type AppWebhookInput = {
  appWebhookUrl: string
  webhookSecret?: string
  payload: {
    body: unknown
    rawBody: string
    headers: Readonly<Record<string, string>>
    queryParams: Readonly<Record<string, string>>
    method: string
  }
}

export type WorkContext = {
  /** As the framework of pieces expects it; null when there is no account. */
  auth: unknown
  values: Readonly<Record<string, unknown>>
  /** Fields that are files, read already. */
  files: Readonly<Record<string, WorkFile>>
  project: string
  publicUrl: string
  callId: string
  /** A trigger is switched on that was on before: it resumes where it was. */
  isRepublish: boolean
  webhookUrl?: string
  payload?: unknown
}

export type WorkFile = { filename: string; extension: string; base64: string }

/** What a piece may ask of the server while it works. */
export type RequestMethod = 'http' | 'store.get' | 'store.put' | 'store.delete' | 'file.write'

export type HttpRequestMessage = {
  method: string
  url: string
  headers: Readonly<Record<string, string>>
  isManual: boolean
}

export type HttpReply = { status: number; url: string; headers: Readonly<Record<string, string | string[]>> }

export type Failure = {
  message: string
  /** Of the response of the service, when the piece failed because of it. */
  status?: number
  body?: unknown
  retryAfter?: string
  /** It did not fail, but what it gives is more than may be taken. */
  isTooLarge?: true
}

/** What a trigger requested beside its events. */
export type TriggerEffects = {
  listeners?: { events: readonly string[]; identifierValue: string }
  schedule?: { cronExpression: string; timezone: string }
}

export type Message =
  | { t: 'ready'; sealed: boolean }
  | { t: 'fault'; error: string }
  /** The description is the body. */
  | { t: 'loaded' }
  | { t: 'ask'; request: number; method: RequestMethod; args: unknown }
  /** The value is the body. */
  | { t: 'done'; ok: true; effects: TriggerEffects }
  | { t: 'done'; ok: false; failure: Failure }
