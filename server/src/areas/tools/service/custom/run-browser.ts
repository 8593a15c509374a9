import { AppError } from '../../../../kernel/errors.ts'
import { isHostListed } from '../../../../kernel/net/redirects.ts'
import type { Browsers } from '../../../browsers/index.ts'
import type { Credentials, JsonSchema, ToolCall, ToolOutcome } from '../../../toolkits/index.ts'
import type { BrowserBody, BrowserStep } from '../../schema/browser-steps.ts'
import { outcomeOfError } from './error-outcome.ts'
import { isSecretProperty } from './hide-secrets.ts'
import { refusePlain } from './refuse-plain-http.ts'

export type BrowserRunnerDeps = {
  browsers: Pick<Browsers, 'recordings'>
  hostsOf(credentials: Credentials): string[]
}

type StepInput = { value: unknown; isSecret: boolean }

// Of the whole run; so that what was seen at a step is said before the call itself is given up.
const marginMs = 1_000

/** Repeats recorded steps in a browser of the acting user. */
export function createBrowserRunner({ browsers, hostsOf }: BrowserRunnerDeps) {
  /** A credential is typed only into pages that it is for, whatever the steps of the tool say. */
  function fieldOf(step: BrowserStep, name: string, { credentials, toolkit }: ToolCall): StepInput {
    const value = credentials?.values[name]
    if (!credentials || typeof value !== 'string')
      throw new AppError('invalid_parameter', `The connected account has no field ${name}`, {
        hint: `Connect an account of ${toolkit.slug} that has it.`,
      })
    const origin = step.origin === null ? null : URL.parse(step.origin)
    if (!origin || !isHostListed(origin.hostname, hostsOf(credentials)))
      throw new AppError(
        'address_not_allowed',
        `The account of ${toolkit.slug} must not be used at ${step.origin ?? 'any page'}`,
      )
    refusePlain(origin.href, toolkit.baseUrl)
    return { value, isSecret: true }
  }

  function inputOf(step: BrowserStep, call: ToolCall): StepInput | null {
    const { input, action } = step
    if (input === null) return null
    if ('connectionField' in input) return fieldOf(step, input.connectionField, call)
    const isList = action.type === 'select' || action.type === 'upload'
    const shaped = (value: unknown) => (isList ? [value].flat() : value)
    if ('value' in input) return { value: shaped(input.value), isSecret: false }
    const value = call.arguments[input.parameter]
    if (value === undefined)
      throw new AppError('invalid_parameter', `The argument ${input.parameter} is required`)
    return { value: shaped(value), isSecret: isSecretProperty(call.tool.inputParameters, input.parameter) }
  }

  return async (browser: BrowserBody, call: ToolCall): Promise<ToolOutcome> => {
    const { steps, expect, profileParameter, viewport, locale, timezone, allowedHosts } = browser
    const profileId = profileParameter === null ? undefined : call.arguments[profileParameter]
    const replayed = browsers.recordings.replay(call.scope, {
      steps: steps.map((step) => ({ ...step, input: inputOf(step, call) })),
      options: { viewport, locale, timezone, allowedHosts },
      profileId: typeof profileId === 'string' ? profileId : null,
      expect,
      signal: call.signal,
      timeoutMs: Math.max(1, call.timeoutMs - marginMs),
    })
    return replayed.then((data) => ({ successful: true, data }), withStepResults)
  }
}

/** Where a run failed, the steps before it are of interest as well. */
function withStepResults(error: unknown): ToolOutcome {
  const outcome = outcomeOfError(error)
  const results = (error as AppError).extras?.facts?.results
  if (outcome === null || results === undefined) throw error
  return { ...outcome, data: { results } }
}

/** Files belong to an end user, and a tool is run by many. */
const takesValue = (type: unknown, value: string | string[]): boolean =>
  type === 'select' || (type === 'fill' && typeof value === 'string')

/** Refuses steps whose input no call could give, or that would type a credential anywhere. */
export function checkInputs({ steps, profileParameter }: BrowserBody, schema: JsonSchema): void {
  const known = (schema.properties ?? {}) as Record<string, unknown>
  const refuse = (path: string, message: string) => {
    throw new AppError('invalid_parameter', `The steps of the tool are not valid: ${message}`, {
      details: [{ in: 'body', path: `/browser/${path}`, rule: 'input', message }],
      hint: 'Inputs are parameters of inputParameters, or fields of the connected account with the origin they are for.',
    })
  }
  for (const [index, { action, input, origin }] of steps.entries()) {
    const path = `steps/${index}/input`
    const takesInput = ['fill', 'select', 'upload'].includes(String(action.type))
    if (takesInput !== (input !== null))
      refuse(path, `${String(action.type)} ${takesInput ? 'needs' : 'takes no'} input`)
    if (input && 'parameter' in input && !Object.hasOwn(known, input.parameter))
      refuse(path, `there is no parameter ${input.parameter}`)
    if (input && 'connectionField' in input && (action.type !== 'fill' || origin === null))
      refuse(path, 'a connection field is for fill with an origin')
    if (input && 'value' in input && !takesValue(action.type, input.value))
      refuse(path, 'a fixed value is a text for fill, and a text or a list of them for select')
  }
  if (profileParameter !== null && !Object.hasOwn(known, profileParameter))
    refuse('profileParameter', `there is no parameter ${profileParameter}`)
}
