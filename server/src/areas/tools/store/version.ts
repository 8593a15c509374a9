import { type Queryable, sql, sqlText, type Tx } from '../../../kernel/db/db.ts'
import { storableJson } from '../../../kernel/db/json.ts'
import type { Scope } from '../../../kernel/scope.ts'
import type { ToolContent } from '../schema/tool.ts'

export type ToolVersionRow = ToolContent & { version: string }

const columns = sqlText(`version, name, description, instructions, is_deprecated as "isDeprecated", hints,
  input_parameters as "inputParameters", output_parameters as "outputParameters", implementation`)

/** Stores a version as it is now; one of the same name is replaced. */
export async function putVersion(
  tx: Tx,
  scope: Scope,
  toolId: string,
  content: ToolVersionRow,
  at: Date,
): Promise<void> {
  await tx.rows(sql`
    insert into tool_version (project_id, tool_id, version, name, description, instructions, is_deprecated, hints,
      input_parameters, output_parameters, implementation, created_at, updated_at)
    values (${scope.projectId}, ${toolId}, ${content.version}, ${content.name}, ${content.description},
      ${content.instructions}, ${content.isDeprecated}, ${JSON.stringify(content.hints)},
      ${storableJson(content.inputParameters)}, ${storableJson(content.outputParameters)},
      ${content.implementation && storableJson(content.implementation)}, ${at}, ${at})
    on conflict (project_id, tool_id, version) do update set name = excluded.name, description = excluded.description,
      instructions = excluded.instructions, is_deprecated = excluded.is_deprecated, hints = excluded.hints,
      input_parameters = excluded.input_parameters, output_parameters = excluded.output_parameters,
      implementation = excluded.implementation, updated_at = excluded.updated_at`)
}

export async function findVersion(
  q: Queryable,
  scope: Scope,
  toolId: string,
  version: string,
): Promise<ToolVersionRow | null> {
  const [row] = await q.rows<ToolVersionRow>(sql`
    select ${columns} from tool_version
    where project_id = ${scope.projectId} and tool_id = ${toolId} and version = ${version}`)
  return row ?? null
}

/** The newest that is not deprecated; null when all are. */
export async function findNewestVersion(
  q: Queryable,
  scope: Scope,
  toolId: string,
): Promise<ToolVersionRow | null> {
  const [row] = await q.rows<ToolVersionRow>(sql`
    select ${columns} from tool_version
    where project_id = ${scope.projectId} and tool_id = ${toolId} and not is_deprecated
    order by created_at desc, version desc limit 1`)
  return row ?? null
}
