import type { SchemaChecks } from '../../../../kernel/json-schema/schema-checks.ts'
import type { Scope } from '../../../../kernel/scope.ts'
import { PollConfig } from '../../schema/config.ts'
import { parsedConfig } from '../config.ts'
import { configInvalid, typeNotFound } from '../refusals.ts'
import type { TriggerTypes } from '../types.ts'

/** The configuration of a trigger of a toolkit, whose arguments the toolkit describes. */
export const createPolledConfig =
  (types: TriggerTypes, checks: SchemaChecks) =>
  async (scope: Scope, slug: string, config: Record<string, unknown>): Promise<PollConfig> => {
    const tool = await types.findPolled(slug)
    if (!tool) throw typeNotFound(slug)
    const valid = parsedConfig(PollConfig, config)
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

export type PolledConfig = ReturnType<typeof createPolledConfig>
