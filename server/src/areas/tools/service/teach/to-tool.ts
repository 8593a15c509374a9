import type { Db } from '../../../../kernel/db/db.ts'
import { AppError } from '../../../../kernel/errors.ts'
import { refuseUnpermitted } from '../../../../kernel/http/auth/authorize.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Browsers } from '../../../browsers/index.ts'
import type { Toolkits } from '../../../toolkits/index.ts'
import type { TeachBody, ToolDraft } from '../../schema/teach.ts'
import type { Finder } from '../catalogue/find-tool.ts'
import type { ToolResponse, ToolService } from '../tools.ts'
import { parameterise, profileParameter } from './parameters.ts'

export type TeachDeps = {
  db: Db
  browsers: Pick<Browsers, 'recordings'>
  toolkits: Pick<Toolkits, 'find'>
  finder: Pick<Finder, 'find'>
  tools: Pick<ToolService, 'create' | 'update'>
}

type Choice = Pick<
  TeachBody,
  'fromEvent' | 'toEvent' | 'secretParameters' | 'connectionFields' | 'expectText'
>

const outputParameters = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'Where the last step led to.' },
    title: { type: 'string' },
    content: { type: 'string', description: 'The text of that page.' },
    truncated: { type: 'boolean' },
    steps: { type: 'integer', description: 'How many were done.' },
    results: { type: 'array', items: { type: 'object' }, description: 'What came of each step.' },
  },
  required: ['url', 'title', 'content'],
}

/** Makes a custom tool of what was done in a browser session. */
export function createTeach({ db, browsers, toolkits, finder, tools }: TeachDeps) {
  async function checkFields(
    scope: Scope,
    { toolkitSlug, connectionFields }: Pick<TeachBody, 'toolkitSlug' | 'connectionFields'>,
  ): Promise<void> {
    const requested = Object.values(connectionFields)
    if (requested.length === 0) return
    const toolkit = await toolkits.find(db, scope, toolkitSlug)
    const known = new Set(
      toolkit?.authSchemes.flatMap(({ connectionFields: fields }) => fields.map(({ name }) => name)),
    )
    const missing = requested.find((name) => !known.has(name))
    if (missing !== undefined)
      throw new AppError('invalid_parameter', `Accounts of ${toolkitSlug} have no field ${missing}`, {
        facts: { fields: [...known] },
        hint: `Create the toolkit with an auth scheme first. Its fields are: ${[...known].join(', ') || 'none'}.`,
      })
  }

  /** What the tool would be. */
  async function draft(scope: Scope, sessionId: string, choice: Choice): Promise<ToolDraft> {
    refuseUnpermitted(scope.permissions, 'browser:read')
    const recorded = await browsers.recordings.read(scope, sessionId, choice)
    const { steps, ...made } = parameterise(recorded, choice)
    const browser = {
      steps,
      ...recorded.options,
      profileParameter: recorded.hasProfile ? profileParameter : null,
      expect: choice.expectText === undefined ? null : { text: choice.expectText },
    }
    return { ...made, outputParameters, browser, warnings: recorded.warnings }
  }

  async function teach(
    scope: Scope,
    sessionId: string,
    body: TeachBody,
  ): Promise<{ tool: ToolResponse; warnings: string[] }> {
    const { warnings, ...made } = await draft(scope, sessionId, body)
    await checkFields(scope, body)
    const { slug, name, description, toolkitSlug, version } = body
    const content = {
      name,
      description,
      toolkitSlug,
      ...made,
      ...(version === undefined ? {} : { version }),
    }
    const known = version === undefined ? null : await finder.find(db, scope, slug)
    const isNewVersion = known?.row != null && !known.availableVersions.includes(version!)
    const tool = isNewVersion
      ? await tools.update(scope, slug, content, null)
      : await tools.create(scope, { slug, ...content })
    return { tool, warnings }
  }

  return { draft, teach }
}

export type Teach = ReturnType<typeof createTeach>
