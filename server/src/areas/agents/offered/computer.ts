import { AppError } from '../../../kernel/errors.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { Taint } from '../../../kernel/text/taint.ts'
import type { OnComputer, Sandboxes } from '../../sandboxes/index.ts'
import type { ConversationEntry } from '../schema/message.ts'
import type { ToolOutcome } from '../schema/turn.ts'
import { objectOf } from './simple.ts'
import { stableId } from './stable-id.ts'
import type { OfferedTool } from './tool.ts'

type Computers = Sandboxes['computers']

export type ComputerScope = {
  scope: Scope
  computers: Computers
  ref: Parameters<Computers['run']>[1]
  origin: { workflowId: string; executionId: string; threadId: string }
  /** In test mode nothing is run. */
  isMocked: boolean
  /** Of the conversation, at the time of the call. */
  taint(): Taint
  entries(): readonly ConversationEntry[]
}

type Input = Record<string, unknown>
type Called = { stepKey: string; signal: AbortSignal }
type Used = Omit<OnComputer<unknown>, 'value'>
type Done = { output: Record<string, unknown>; used: Used; creditsMicro?: number }

const maxReadBytes = 32 * 1024
const maxSeconds = 20
const microPerCredit = 1_000_000

const outsideText = 'computer'
const replaced = 'This is a new computer: the one before has ended, with its files and variables.'
const lost = 'The computer was restored to its last save: what was changed after it is lost.'
const cut = 'Only the end of the output is shown. Write long output to a file and read it in parts.'

/** A sandbox session that belongs to the conversation: scripts and files that later calls, and later runs, find again. */
export const computerTools = (computer: ComputerScope): OfferedTool[] => [
  tool(computer, {
    name: 'computer_run',
    description:
      'Runs a script on the computer of this conversation, without network. Variables and files are there for later scripts. The result is what it returns; print what you want to see.',
    parameters: objectOf(
      {
        language: { type: 'string', enum: ['python', 'javascript'] },
        code: { type: 'string', description: 'The body of a function. Files are in the working directory.' },
        timeoutSec: { type: 'integer', minimum: 1, maximum: maxSeconds },
      },
      ['language', 'code'],
    ),
    check({ language, code }) {
      if (language !== 'python' && language !== 'javascript')
        throw invalid('language must be python or javascript')
      if (typeof code !== 'string' || code === '') throw invalid('code must be a non-empty string')
    },
    work: runScript,
  }),
  tool(computer, {
    name: 'computer_list_files',
    description: 'Lists the files on the computer of this conversation.',
    parameters: objectOf({}),
    async work({ scope, computers, ref }) {
      const { value, ...used } = await computers.list(scope, ref)
      return { output: { ...value }, used }
    },
  }),
  tool(computer, {
    name: 'computer_read_file',
    description: `Reads a text file from the computer of this conversation, ${maxReadBytes} bytes at a time.`,
    parameters: objectOf(
      { path: { type: 'string' }, offset: { type: 'integer', minimum: 0, description: 'In bytes.' } },
      ['path'],
    ),
    check: ({ path }) => checkPath(path),
    work: readFile,
  }),
  tool(computer, {
    name: 'computer_write_file',
    description: 'Writes a text file to the computer of this conversation, replacing an existing one.',
    parameters: objectOf({ path: { type: 'string' }, content: { type: 'string' } }),
    check({ path, content }) {
      checkPath(path)
      if (typeof content !== 'string') throw invalid('content must be text')
    },
    async work({ scope, computers, ref, taint }, { path, content }) {
      const file = { path: String(path), content: String(content), isOutside: taint() !== null }
      const { value, ...used } = await computers.write(scope, ref, file)
      return { output: value, used }
    },
  }),
  tool(computer, {
    name: 'computer_import_file',
    description: 'Copies a file that the user attached in this conversation to the computer.',
    parameters: objectOf({ fileId: { type: 'string' }, path: { type: 'string' } }, ['fileId']),
    check({ fileId }) {
      if (!attachedIn(computer.entries()).has(String(fileId)))
        throw invalid('fileId must be a file that is attached in this conversation')
    },
    async work({ scope, computers, ref }, { fileId, path }) {
      const file = { fileId: String(fileId), ...(typeof path === 'string' ? { path } : {}) }
      const { value, ...used } = await computers.import(scope, ref, file)
      return { output: value, used }
    },
  }),
  tool(computer, {
    name: 'computer_share_file',
    description: 'Gives the user a file from the computer. Returns its id, by which it can be downloaded.',
    parameters: objectOf({ path: { type: 'string' }, name: { type: 'string' } }, ['path']),
    check: ({ path }) => checkPath(path),
    async work({ scope, computers, ref, origin }, { path, name }) {
      const file = { path: String(path), ...(typeof name === 'string' ? { name } : {}) }
      const facts = { threadId: origin.threadId, executionId: origin.executionId }
      const { value, ...used } = await computers.export(scope, ref, file, facts)
      const { id: fileId, name: stored, mimeType, sizeBytes } = value
      return { output: { fileId, name: stored, mimeType, sizeBytes }, used }
    },
  }),
]

type ComputerTool = {
  name: string
  description: string
  parameters: Record<string, unknown>
  check?(input: Input): void
  work(computer: ComputerScope, input: Input, call: Called): Promise<Done>
}

const stepTimeoutMs = 120_000

function tool(computer: ComputerScope, { work, check, ...offered }: ComputerTool): OfferedTool {
  const { name } = offered
  return {
    ...offered,
    async plan({ arguments: input }) {
      check?.(input)
      return {
        kind: 'step',
        slug: name,
        arguments: input,
        risk: 'none',
        taint: null,
        // A script that was begun is found again by its id, and the rest has the same effect twice.
        class: 'repeatable',
        isOrdered: true,
        identity: { own: name, arguments: input },
        timeoutMs: stepTimeoutMs,
        execute: (call) =>
          computer.isMocked ? mocked() : outcomeOf(() => work(computer, input, call), call.signal),
      }
    },
  }
}

const mocked = async (): Promise<ToolOutcome> => ({
  isOk: true,
  output: { mocked: true },
  creditsMicro: 0,
  logId: null,
})

async function outcomeOf(work: () => Promise<Done>, signal: AbortSignal): Promise<ToolOutcome> {
  try {
    const { output, used, creditsMicro = 0 } = await work()
    const note = used.isReplaced ? replaced : output.stateLost === true ? lost : null
    const taint = used.hasOutsideData ? outsideText : null
    return { isOk: true, output: note ? { ...output, note } : output, taint, creditsMicro, logId: null }
  } catch (error) {
    if (signal.aborted) throw signal.reason
    if (!(error instanceof AppError) || error.status === 402) throw error
    return {
      isOk: false,
      code: error.code,
      message: error.message,
      isRetryable: error.extras.isRetryable ?? (error.status === 429 || error.status >= 500),
      hadNoEffect: true,
      taint: null,
      retryAfterMs: null,
      connection: null,
      creditsMicro: 0,
      logId: null,
    }
  }
}

async function runScript(
  { scope, computers, ref, origin, taint }: ComputerScope,
  { language, code, timeoutSec }: Input,
  { stepKey, signal }: Called,
): Promise<Done> {
  const { workflowId, executionId, threadId } = origin
  const seconds = Math.min(maxSeconds, Math.max(1, Math.trunc(Number(timeoutSec) || maxSeconds)))
  const script = {
    language: language as 'python' | 'javascript',
    source: String(code),
    timeoutMs: seconds * 1000,
  }
  const { value, ...used } = await computers.run(scope, ref, script, {
    executionId: stableId(`${executionId}/${stepKey}`),
    subject: { workflowId, executionId, threadId, runId: executionId },
    isOutside: taint() !== null,
    signal,
  })
  const { status, result, stdout, stderr, error, errorCode, stateLost, truncated, creditsUsed } = value
  return {
    used,
    creditsMicro: Math.round(creditsUsed * microPerCredit),
    output: {
      status,
      result,
      stdout,
      stderr,
      ...(error === null ? {} : { error, errorCode }),
      ...(stateLost ? { stateLost } : {}),
      ...(truncated.stdout || truncated.stderr ? { truncated: cut } : {}),
    },
  }
}

async function readFile({ scope, computers, ref }: ComputerScope, { path, offset }: Input): Promise<Done> {
  const { value: bytes, ...used } = await computers.read(scope, ref, String(path))
  const from = Math.max(0, Math.trunc(Number(offset) || 0))
  const part = bytes.subarray(from, endOfText(bytes, from + maxReadBytes))
  if (part.includes(0))
    return { output: { error: 'not_text', message: 'The file is not text: read it with a script.' }, used }
  const to = from + part.length
  return {
    used,
    output: {
      text: part.toString('utf8'),
      offset: from,
      totalBytes: bytes.length,
      ...(to < bytes.length ? { nextOffset: to } : {}),
    },
  }
}

/** Not in the middle of a character. */
function endOfText(bytes: Buffer, requested: number): number {
  let to = Math.min(bytes.length, requested)
  while (to < bytes.length && (bytes[to]! & 0xc0) === 0x80) to--
  return to
}

/** Files of the acting user that are part of the conversation. */
const attachedIn = (entries: readonly ConversationEntry[]): ReadonlySet<string> =>
  new Set(
    entries.flatMap(({ message: { role, content } }) =>
      role !== 'human' || typeof content === 'string'
        ? []
        : content.flatMap((block) => ('fileId' in block ? [String(block.fileId)] : [])),
    ),
  )

function checkPath(path: unknown): void {
  if (typeof path !== 'string' || path === '') throw invalid('path must be a non-empty string')
}

const invalid = (message: string) => new AppError('invalid_parameter', message)
