import type { Config, Environment, Secrets } from '../config.ts'
import type { Log } from '../kernel/log.ts'

export type CommandContext = {
  config: Config
  secrets: Secrets
  env: Environment
  log: Log
  /** The words behind the command's name, as many as it takes. */
  words: string[]
  options: Record<string, string | boolean | undefined>
  isJson: boolean
  /** A line for humans; omitted with `--json`. */
  say(line: string): void
  /** Undone in reverse order when the command has ended, failed or been interrupted. */
  cleanup: AsyncDisposableStack
  /** Settles with the name of the signal that ends this process. */
  interrupted: Promise<NodeJS.Signals>
}

export type CommandOption = { type: 'string' | 'boolean'; meaning: string; example?: string }

/** A command returns its machine-readable result; with `--json` that is all that is printed. */
export type Command = {
  /** One word or two, as they are typed. */
  name: string
  /** The required arguments after the name. */
  takes?: readonly string[]
  summary: string
  /** What else the command's own help says. */
  details?: string
  /** Options besides `--json` and `--help`. */
  options?: Readonly<Record<string, CommandOption>>
  /** Runs until it is signalled, and exits successfully then; others are aborted. */
  isServer?: true
  /** Works with the defaults in the place of variables that are wrong, to be able to report on them. */
  toleratesFaults?: true
  run(context: CommandContext): Promise<CommandResult>
}

export type CommandResult = { exitCode?: number; data?: unknown }
