import type { Config, Secrets } from '../../config.ts'
import { createBatchedLog, createLog, type Log } from '../../kernel/log.ts'
import { terminalLine } from './terminal-lines.ts'

/** A channel of this process, such as its standard output. */
export type Channel = { isTTY?: boolean; write(text: string): unknown }

type CommandLogOptions = { config: Config; secrets: Secrets; channel: Channel; isServer: boolean }

/**
 * JSON lines for programs, short ones for a terminal. What a server does is news; of other commands only
 * errors are, unless a level is set.
 */
export function createCommandLog({ config, secrets, channel, isServer }: CommandLogOptions): Log {
  const level = config.logLevel === 'info' && !isServer ? 'warn' : config.logLevel
  const settings = { level, secrets: valuesOf(secrets) }
  if (channel.isTTY || !isServer)
    return createLog({
      ...settings,
      destination: {
        write: (line) => void channel.write(channel.isTTY ? `${terminalLine(line)}\n` : line),
      },
    })
  const { log, flush } = createBatchedLog({ ...settings, write: (lines) => void channel.write(lines) })
  process.once('exit', flush)
  return log
}

function valuesOf({ llmProviders, ...single }: Secrets): string[] {
  const keys = (llmProviders ?? []).flatMap((provider) => provider.keys)
  return [...Object.values(single).filter((value) => value !== null), ...keys]
}
