import type { Db } from '../../../../kernel/db/db.ts'
import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import type { Tools } from '../../../tools/index.ts'
import { PollConfig, SubscriptionConfig } from '../../schema/config.ts'
import { parsedConfig } from '../config.ts'
import { configInvalid, toolStartsNothing, typeNotFound } from '../refusals.ts'
import type { TriggerTypes } from '../types.ts'

export type ToolkitConfigDeps = {
  db: Db
  types: TriggerTypes
  checks: SchemaChecks
  tools: Pick<Tools, 'find'>
}

/** The configuration of a trigger of a toolkit, whose arguments the toolkit describes. */
export const createToolkitConfig =
  ({ db, types, checks, tools }: ToolkitConfigDeps) =>
  async (scope: Scope, slug: string, config: Record<string, unknown>): Promise<SubscriptionConfig> => {
    const trigger = await types.findOfToolkit(slug)
    if (!trigger) throw (await tools.find(db, scope, slug)) ? toolStartsNothing(slug) : typeNotFound(slug)
    const { kind, tool } = trigger
    const valid =
      kind === 'poll' ? parsedConfig(PollConfig, config) : parsedConfig(SubscriptionConfig, config)
    const { projectId } = scope
    const { value, faults } = await checks.check(tool.inputParameters, valid.arguments, { projectId })
    if (faults.length > 0)
      throw configInvalid(
        faults.map(({ path, rule, message }) => ({
          in: 'body',
          path: `/triggerConfig/arguments${path}`,
          rule,
          message,
        })),
      )
    return { ...valid, arguments: value as Record<string, unknown> }
  }

export type ToolkitConfig = ReturnType<typeof createToolkitConfig>
