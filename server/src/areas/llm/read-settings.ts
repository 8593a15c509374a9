import { type Queryable, sql } from '../../kernel/db/db.ts'
import type { Scope } from '../../kernel/scope.ts'
import type { ProviderOptions } from './schema/provider.ts'

/** A provider as the project set it up; its keys are still sealed. */
export type StoredProvider = {
  name: string
  kind: string
  baseUrl: string | null
  options: ProviderOptions
  keysSealed: string | null
  keyEnds: string[]
  isEnabled: boolean
  keysUpdatedAt: string | null
  updatedAt: string
}

export type CallSettings = {
  /** Another one after every change. */
  mark: string | null
  defaultModel: string | null
  storePrompts: boolean
  inactive: string[]
  providers: StoredProvider[]
  /** Models that its own providers have. */
  ownModels: string[]
}

/**
 * Everything the project has decided about calls, in one round trip: read for each call, so that a change takes effect
 * immediately.
 */
export async function readCallSettings(
  q: Queryable,
  { projectId }: Pick<Scope, 'projectId'>,
): Promise<CallSettings> {
  const [row] = await q.rows<CallSettings>(sql`
    select (select s.mark from llm_settings_mark s where s.project_id = p.id) as mark,
      p.settings->>'defaultModel' as "defaultModel",
      coalesce((p.settings->>'storePrompts')::boolean, false) as "storePrompts",
      (select coalesce(jsonb_agg(m.model_id), '[]') from model_setting m
       where m.project_id = p.id and not m.is_active) as inactive,
      (select coalesce(jsonb_agg(l.model_id), '[]') from llm_model l where l.project_id = p.id) as "ownModels",
      (select coalesce(jsonb_agg(jsonb_build_object('name', v.name, 'kind', v.kind, 'baseUrl', v.base_url,
         'options', v.options, 'keysSealed', v.keys_sealed, 'keyEnds', v.key_ends, 'isEnabled', v.is_enabled,
         'keysUpdatedAt', v.keys_updated_at, 'updatedAt', v.updated_at) order by v.name), '[]')
       from llm_provider v where v.project_id = p.id) as providers
    from project p where p.id = ${projectId}`)
  if (!row)
    return {
      mark: null,
      defaultModel: null,
      storePrompts: false,
      inactive: [],
      providers: [],
      ownModels: [],
    }
  return { ...row, providers: row.providers.map(withTimes) }
}

/** JSON has a different format for times. */
const withTimes = (provider: StoredProvider): StoredProvider => ({
  ...provider,
  keysUpdatedAt: provider.keysUpdatedAt && new Date(provider.keysUpdatedAt).toISOString(),
  updatedAt: new Date(provider.updatedAt).toISOString(),
})
