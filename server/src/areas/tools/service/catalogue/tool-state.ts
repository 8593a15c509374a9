import type { ToolkitState } from '../../../toolkits/index.ts'
import type { ToolSetting } from '../../store/setting.ts'
import type { OwnTool } from './own-tools.ts'

type Listed = { readonly slug: string; readonly toolkitSlug: string } | OwnTool

/** What the project decided, by the slugs of toolkits and of tools. */
export type Decided = {
  readonly kits: ReadonlyMap<string, ToolkitState>
  readonly settings: ReadonlyMap<string, ToolSetting>
}

/** As it was shipped, while the project reads a newer description of its toolkit. */
export const isReplaced = ({ kits }: Pick<Decided, 'kits'>, tool: Listed): boolean =>
  !('provider' in tool) && kits.get(tool.toolkitSlug)?.isRefreshed === true

export const isDisabled = ({ kits, settings }: Decided, tool: Listed): boolean =>
  ('isDisabled' in tool && tool.isDisabled) ||
  settings.get(tool.slug)?.isDisabled === true ||
  kits.get(tool.toolkitSlug)?.isDisabled === true
