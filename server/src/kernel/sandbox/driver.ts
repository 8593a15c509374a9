import type { FailureCode, FileEntry, Language, Output } from './protocol/messages.ts'

/** Serves one host call of the sandbox; what it throws is passed to the script as text. */
export type HostCall = (args: unknown, body: Buffer | null, signal: AbortSignal) => Promise<HostResult>
export type HostResult = { value: unknown; body?: Uint8Array | null }
export type HostCalls = Readonly<Record<string, HostCall>>

/** One script to be run. */
export type Job = {
  source: string
  state: object
  env: Readonly<Record<string, string>>
  timeoutMs: number
  calls: HostCalls
  onOutput?: (output: Output) => void
  signal?: AbortSignal
}

/** How a script ended. */
export type SandboxResult = {
  /** The JSON of its value; null when it had none. */
  result: string | null
  failure: { code: FailureCode; error: string; trace: string | null } | null
  stdout: string
  stderr: string
  truncated: { stdout: boolean; stderr: boolean }
  /** From the first instruction of the script to its last: neither waiting for a turn nor starting an interpreter counts. */
  ranMs: number
  /** The interpreter did not survive: what it held since its last save is lost. */
  isLost: boolean
  /** The files that the script changed in its session, as an archive; null when it changed none. */
  changes?: Buffer | null
}

/** An interpreter that belongs to one session. */
export type OpenInterpreter = {
  execute(job: Job): Promise<SandboxResult>
  /** 'unsavable' when it holds what cannot be serialized. */
  save(): Promise<Buffer | 'unsavable'>
  put(path: string, bytes: Uint8Array): Promise<void>
  get(path: string): Promise<Buffer | null>
  list(): Promise<readonly FileEntry[]>
  delete(path: string): Promise<boolean>
  exportFiles(): Promise<Buffer>
  /** In the place of all files it has: those of the first archive, and what each of the others changed in them. */
  importFiles(archives: readonly Buffer[]): Promise<void>
  close(): Promise<void>
  isLost(): boolean
}

export type DriverState = {
  /** Whether it can take work now. */
  isLive: boolean
  /** Closed by the kernel, not by the engine alone; null until the first process is ready. */
  isSealed: boolean | null
  engine: string | null
  warm: number
  starting: number
  waiting: number
  bound: number
  fault: string | null
}

/**
 * A way to run one language. Local ones use sealed processes on this machine; one that talks to containers, virtual
 * machines or a service elsewhere fits the same interface.
 */
export type SandboxDriver = {
  readonly name: string
  readonly language: Language
  readonly isolation: 'process' | 'container' | 'microvm' | 'remote'
  /** Whether the state of an interpreter can be saved and woken in another process. */
  readonly isDurable: boolean
  /** Whether scripts can bring packages that are not part of the engine. */
  readonly hasPackages: boolean
  run(projectId: string, job: Job): Promise<SandboxResult>
  /** Throws a StaleSave when the save belongs to another version of the engine. */
  open(projectId: string, saved: Buffer | null): Promise<OpenInterpreter>
  /** A probe starts an interpreter where none has run yet, to find out whether it can be had. */
  state(options?: { isProbe?: boolean }): Promise<DriverState>
}

export class StaleSave extends Error {}
