import type { Done, Language, Message, Reply, Run, Task } from './messages.ts'

/** Requests of the server to its supervisor; every request has an id, which the response repeats. */
export type Request = { id: number } & (
  | { to: 'open'; language: Language; projectId: string; session: string; deadlineMs: number }
  | { to: 'order'; session: string; order: SessionOrder; deadlineMs: number }
  | { to: 'run'; language: Language; projectId: string; run: Run; deadlineMs: number }
  | { to: 'close'; session: string }
  /** Ends the process in which the request is being carried out. */
  | { to: 'cancel'; request: number }
  | { to: 'reply'; request: number; reply: Reply }
  /** A probe finds out whether the language can be had. */
  | { to: 'state'; probe?: Language }
)

type WithoutSession<T> = T extends { session: string } ? Omit<T, 'session'> : never
export type SessionOrder = WithoutSession<Exclude<Task, { op: 'open' | 'close' }>>

/** How a request ended when the process in which it ran has exited. */
export type ExitReason =
  | 'deadline'
  | 'protocol'
  | 'closed'
  | 'cancelled'
  | 'broken'
  | 'crashed'
  | 'out_of_memory'

export type Response = { id: number } & (
  | { from: 'message'; message: Extract<Message, { t: 'output' | 'call' }> }
  | { from: 'done'; done: Done }
  /** `ranMs` is how long it was worked on; what never began ran for no time. */
  | { from: 'exited'; reason: ExitReason; ranMs: number }
  /** It was not begun: the session is not there, or no process can be had. */
  | { from: 'refused'; reason: 'no_session' | 'unavailable' | 'busy' | 'full'; message: string }
  | { from: 'state'; state: SupervisorState }
)

export type LanguageState = {
  /** Processes that wait for their first order. */
  warm: number
  starting: number
  waiting: number
  /** Processes that belong to a project. */
  bound: number
  /** Null until the first process is ready. */
  sealed: boolean | null
  engine: string | null
  fault: string | null
}

export type SupervisorState = Record<Language, LanguageState>
