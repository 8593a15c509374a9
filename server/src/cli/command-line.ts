import { parseArgs } from 'node:util'
import { StartFault } from '../kernel/start-fault.ts'
import { nearMatch } from '../kernel/text/near-match.ts'
import { product } from '../product.ts'
import type { Command, CommandContext } from './command.ts'
import { commandHelp, helpText, usageOf } from './commands/help.ts'

/** What the words of the command line ask for. */
export type ParsedCommandLine =
  | { kind: 'print'; text: string }
  | ({ kind: 'run'; command: Command } & Pick<CommandContext, 'words' | 'options'>)

const helpFlags = ['--help', '-h']
const versionFlags = ['--version', '-v']
const everywhere = ['--json', ...helpFlags, ...versionFlags]

/** Throws a `StartFault` for what cannot be understood. Without a command the server is started. */
export function parseCommandLine(argv: readonly string[], commands: readonly Command[]): ParsedCommandLine {
  const has = (flags: readonly string[]) => argv.some((word) => flags.includes(word))
  const words = argv.filter((word) => !everywhere.includes(word))
  if (has(versionFlags)) return { kind: 'print', text: `${product.name} ${product.version}` }
  const isHelp = words[0] === 'help' || has(helpFlags)
  const named = words[0] === 'help' ? words.slice(1) : words
  if (isHelp && named.length === 0) return { kind: 'print', text: helpText(commands) }
  const command = findCommand(named, commands)
  if (isHelp) return { kind: 'print', text: commandHelp(command) }
  return { kind: 'run', command, ...readArguments(command, words.slice(wordsIn(command, words))) }
}

const wordsIn = ({ name }: Command, words: readonly string[]): number =>
  isOption(words[0]) ? 0 : name.split(' ').length

const isOption = (word: string | undefined): boolean => word === undefined || word.startsWith('-')

function findCommand(words: readonly string[], commands: readonly Command[]): Command {
  const implied = isOption(words[0]) ? 'start' : undefined
  const found = [words.slice(0, 2).join(' '), words[0]]
    .map((name) => commands.find((command) => command.name === (implied ?? name)))
    .find((command) => command !== undefined)
  if (found) return found
  const first = words[0]!
  const family = commands.filter(({ name }) => name.startsWith(`${first} `)).map(({ name }) => name)
  const names = commands.map(({ name }) => name)
  const near = family[0] ?? nearMatch(words.slice(0, 2).join(' '), names) ?? nearMatch(first, names)
  throw new StartFault(
    `unknown command "${words.slice(0, family.length > 0 ? 2 : 1).join(' ')}"`,
    near ? `did you mean "stoa ${near}"? run stoa help for all commands` : 'run stoa help for all commands',
  )
}

function readArguments(command: Command, args: string[]): Pick<CommandContext, 'words' | 'options'> {
  const options = Object.fromEntries(
    Object.entries(command.options ?? {}).map(([name, { type }]) => [name, { type }]),
  )
  const { values, positionals } = parse(command, args, options)
  const { takes = [] } = command
  const missing = takes[positionals.length]
  const fix = `usage: stoa ${usageOf(command)}`
  if (missing !== undefined) throw new StartFault(`missing argument <${missing}>`, fix)
  if (positionals.length > takes.length) {
    throw new StartFault(`unexpected argument "${positionals[takes.length]}"`, fix)
  }
  const empty = Object.entries(values).find(([, value]) => value === '')
  if (empty || positionals.includes('')) {
    throw new StartFault(`${empty ? `--${empty[0]}` : `<${takes[positionals.indexOf('')]}>`} is empty`, fix)
  }
  return { words: positionals, options: values as CommandContext['options'] }
}

function parse(command: Command, args: string[], options: Record<string, { type: 'string' | 'boolean' }>) {
  try {
    return parseArgs({ args, allowPositionals: true, options })
  } catch (error) {
    const [, unknown] = /^Unknown option '(-[^']*)'/.exec((error as Error).message) ?? []
    const near = unknown && nearMatch(unknown.replace(/^-+/, ''), Object.keys(options))
    const cause = unknown ? `stoa ${command.name} has no option ${unknown}` : firstSentence(error as Error)
    throw new StartFault(
      cause,
      near ? `did you mean --${near}?` : `run stoa ${command.name} --help for its options`,
    )
  }
}

const firstSentence = ({ message }: Error): string => message.split(/[.\n]/)[0]!
