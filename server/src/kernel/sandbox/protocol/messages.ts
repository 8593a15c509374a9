/**
 * The protocol between supervisor and child. One frame is a header in JSON and bytes; the child gets one task
 * at a time, and sends any number of outputs and calls and then one `done`.
 */
export type Language = 'javascript' | 'python'

export type Run = {
  source: string
  /** JSON of the state that the script is given. */
  state: string
  env: Readonly<Record<string, string>>
  timeoutMs: number
  /** The host calls that are available to the script. */
  calls: readonly string[]
}

/** Requests of the supervisor to a child. `open` and `import` bring bytes, `put` the content of a file. */
export type Order =
  | { op: 'open'; session: string }
  | { op: 'execute'; session: string; run: Run }
  /** A session of one run: opened from nothing, executed, closed. */
  | { op: 'run'; run: Run }
  | { op: 'save'; session: string }
  | { op: 'put'; session: string; path: string }
  | { op: 'get'; session: string; path: string }
  | { op: 'delete'; session: string; path: string }
  | { op: 'list'; session: string }
  | { op: 'export'; session: string }
  | { op: 'import'; session: string }
  | { op: 'close'; session: string }
  | Reply
  | Cancel
  | SideTask

/** The reply to a call; it may come when the run that made the call has long ended. */
export type Reply = { op: 'reply'; call: number; ok: boolean; value: string }

/** Stops the script at hand and leaves everything else in the process as it is. */
export type Cancel = { op: 'cancel' }

/** Done beside the script that runs, for another session of the process. No code of a guest runs for it. */
export type SideTask = { op: 'aside'; sideTask: number; task: SideTaskOrder }
export type SideTaskOrder = Exclude<Task, { op: 'open' | 'execute' | 'run' }>

/** What a child executes and responds to; the rest is sent to it while it works. */
export type Task = Exclude<Order, Reply | Cancel | SideTask>

export type Stream = 'stdout' | 'stderr'

export type FailureCode = 'timeout' | 'memory_limit' | 'script_error' | 'killed' | 'result_too_large'

export type Outcome =
  | { status: 'succeeded'; result: string | null }
  | { status: 'failed'; code: FailureCode; error: string; trace?: string }

export type Output = { stream: Stream; text: string; skipped: boolean }

export type FileEntry = { path: string; sizeBytes: number }

/** Messages of a child to its supervisor. */
export type Message =
  | { t: 'ready'; sealed: boolean; engine: string }
  | { t: 'fault'; error: string }
  | { t: 'output'; output: Output }
  | { t: 'call'; call: number; method: string; args: string }
  | Done

export type Done = {
  t: 'done'
  /** The id of a task that was done beside a script; without it, this is the response to the current task. */
  sideTask?: number
  outcome?: Outcome
  files?: readonly FileEntry[]
  found?: boolean
  /** Why it failed, for the caller. */
  refused?:
    | 'too_many_files'
    | 'too_large'
    | 'bad_path'
    | 'path_taken'
    | 'stale_save'
    | 'not_savable'
    | 'no_session'
  /** The interpreter cannot be trusted any further; the process ends. */
  broken?: boolean
  /** The session is lost, and nothing else in the process. */
  lost?: boolean
  outputs?: readonly Output[]
  /** How long the script itself ran, from its first instruction to its last. */
  ranMs?: number
}
