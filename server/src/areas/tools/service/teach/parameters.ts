import { AppError } from '../../../../kernel/errors.ts'
import type { RecordedInput, RecordedSession } from '../../../browsers/index.ts'
import type { JsonSchema } from '../../../toolkits/index.ts'
import type { BrowserStep } from '../../schema/browser-steps.ts'
import type { TeachBody } from '../../schema/teach.ts'

export type Parameterised = { steps: BrowserStep[]; inputParameters: JsonSchema; noAuth: boolean }

export const profileParameter = 'profileId'
const fileList = { type: 'array', items: { type: 'string', format: 'uuid' }, minItems: 1, maxItems: 10 }

/** A name as schemas have them: of letters of the label, or of what it is. */
function nameOf({ label, kind }: RecordedInput, taken: ReadonlySet<string>): string {
  const plain = label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, 40)
    .replaceAll(/^_+|_+$/g, '')
  const base = /^[a-z]/.test(plain) ? plain : kind === 'files' ? 'files' : 'value'
  let name = base
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`
  return name
}

/** Secrets have neither default nor example: they were never stored. */
function schemaOf({ kind, value, label, isSecret }: RecordedInput, mustHide: boolean): JsonSchema {
  const description = label === '' ? {} : { description: label }
  if (kind === 'files') return { ...fileList, ...description }
  if (isSecret || mustHide) return { type: 'string', ...description, format: 'password', writeOnly: true }
  if (kind === 'text' || (Array.isArray(value) && value.length === 1)) {
    const only = [value].flat()[0]
    return { type: 'string', ...description, ...(typeof only === 'string' ? { default: only } : {}) }
  }
  return { type: 'array', items: { type: 'string' }, ...description, default: value }
}

/** What was given to the actions of a session becomes the parameters of the tool, or comes from the connected account. */
export function parameterise(
  { steps, hasProfile }: RecordedSession,
  { secretParameters, connectionFields }: Pick<TeachBody, 'secretParameters' | 'connectionFields'>,
): Parameterised {
  const properties: Record<string, JsonSchema> = {}
  const names = new Set<string>([profileParameter])
  const made = steps.map(({ input, ...step }): BrowserStep => {
    if (input === null) return { ...step, input: null }
    const name = nameOf(input, names)
    names.add(name)
    const field = Object.hasOwn(connectionFields, name) ? connectionFields[name] : undefined
    if (field !== undefined) return { ...step, input: { connectionField: field } }
    properties[name] = schemaOf(input, secretParameters.includes(name))
    return { ...step, input: { parameter: name } }
  })
  names.delete(profileParameter)
  const unknown = [...secretParameters, ...Object.keys(connectionFields)].find((name) => !names.has(name))
  if (unknown !== undefined) throw unknownParameter(unknown, [...names])
  const required = Object.keys(properties).filter((name) => !Object.hasOwn(properties[name]!, 'default'))
  if (hasProfile)
    properties[profileParameter] = {
      type: 'string',
      format: 'uuid',
      description: 'The browser profile to begin with.',
    }
  return {
    steps: made,
    inputParameters: { type: 'object', properties, required, additionalProperties: false },
    noAuth: Object.keys(connectionFields).length === 0,
  }
}

const unknownParameter = (name: string, names: readonly string[]) =>
  new AppError('invalid_parameter', `The recording has no parameter ${name}`, {
    facts: { parameters: names },
    hint: `Its parameters are: ${names.join(', ') || 'none'}.`,
  })
