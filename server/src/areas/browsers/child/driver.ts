import type {
  ActedResult,
  DriverAction,
  DriverFacts,
  DriverFault,
  FaultCode,
  OpenOptions,
  ReplayedStep,
  SessionEvent,
  SessionState,
  SnapshotKind,
  SnapshotOutput,
  StorageState,
} from '../protocol/messages.ts'
import type { UserInput } from '../schema/live-view.ts'

export type Emit = (event: SessionEvent, body?: Buffer) => void

/** One open session of a driver. */
export type DriverSession = {
  /** Where files for its pages can be put; null where it takes none. */
  readonly uploads: string | null
  state(): Promise<SessionState>
  act(action: DriverAction, replay?: ReplayedStep): Promise<ActedResult>
  snapshot(format: SnapshotKind, fullPage: boolean): Promise<SnapshotOutput & { image?: Buffer }>
  storage(): Promise<StorageState>
  /** What only a real browser has. */
  live: LiveParts | null
  close(): Promise<void>
}

export type LiveParts = {
  cast(isOn: boolean): Promise<void>
  input(input: UserInput): Promise<void>
  cdpOpen(connection: string): Promise<void>
  cdpSend(connection: string, bytes: Buffer): void
  cdpClose(connection: string): void
}

export type Driver = {
  probe(): Promise<DriverFacts>
  open(options: OpenOptions, emit: Emit): Promise<DriverSession>
  /** Kills everything, without waiting: the server has died. */
  killAll(): void
}

/** A failure that the caller of the API may see. */
export class Fault extends Error {
  readonly fault: DriverFault

  constructor(code: FaultCode, message: string, hint?: string) {
    super(message)
    this.fault = { code, message, ...(hint === undefined ? {} : { hint }) }
  }
}

/** Texts of pages are as long as their authors like. */
export const clip = (text: string, length: number): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

export const maxTitleLength = 300
export const maxUrlLength = 4096
export const maxContentLength = 512 * 1024
