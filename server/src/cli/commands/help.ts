import { fileURLToPath } from 'node:url'
import { settingsFile } from '../../product.ts'
import type { Command, CommandOption } from '../command.ts'
import { alignColumns } from '../output/table.ts'

export function helpText(commands: readonly Command[]): string {
  return [
    'Usage: stoa <command> [options]',
    '',
    ...alignColumns(
      commands.map((command) => [`  ${command.name} ${argumentsOf(command)}`, command.summary]),
    ),
    '',
    'Without a command the server is started. stoa help <command> shows the help of one.',
    `Settings come from variables or a file .env in the working directory: see ${fileURLToPath(settingsFile)}.`,
    '--json makes every command print one JSON value. Exit codes: 0 done, 1 fault, 2 the doctor found something.',
  ].join('\n')
}

export function commandHelp(command: Command): string {
  const { details, options = {} } = command
  const described = Object.entries(options).map(([name, option]) => [
    `  --${name}${placeholderOf(option)}`,
    option.meaning,
  ])
  return [
    `Usage: stoa ${usageOf(command)}`,
    '',
    `${command.summary}.`,
    ...(details === undefined ? [] : ['', details]),
    '',
    'Options:',
    ...alignColumns([...described, ['  --json', 'print one JSON value, for programs']]),
  ].join('\n')
}

export function usageOf(command: Command): string {
  const options = Object.entries(command.options ?? {}).map(
    ([name, option]) => `[--${name}${placeholderOf(option)}]`,
  )
  return [command.name, argumentsOf(command), ...options].filter(Boolean).join(' ')
}

const argumentsOf = ({ takes = [] }: Command): string => takes.map((name) => `<${name}>`).join(' ')

const placeholderOf = ({ type, example = 'text' }: CommandOption): string =>
  type === 'string' ? ` <${example}>` : ''
