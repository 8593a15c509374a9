import type { Draft } from '../draft.ts'

/** The settings of a preset: without the message, its files and the end user. */
export function presetOf({ text: _, files: __, user: ___, catalogue, ...settings }: Draft) {
  return { ...settings, toolSlugs: catalogue.map(({ slug }) => slug) }
}

export type Preset = ReturnType<typeof presetOf>

const isText = (value: unknown): value is string => typeof value === 'string'

/** What a stored preset sets. It may have been stored by another version, or by a program: what does not fit is left out. */
export function readPreset(data: Record<string, unknown>): { settings: Partial<Draft>; toolSlugs: string[] } {
  const texts = ['system', 'temperature', 'maxTokens', 'effort', 'schema', 'tools'] as const
  const settings: Partial<Draft> = Object.fromEntries(
    texts.flatMap((name) => (isText(data[name]) ? [[name, data[name]]] : [])),
  )
  const { models, format, isLenient, toolSlugs } = data as Partial<Record<keyof Preset, unknown>>
  const { a, b } = (models ?? {}) as Record<string, unknown>
  if (isText(a)) settings.models = { a, b: isText(b) ? b : null }
  if (format === 'text' || format === 'json' || format === 'schema') settings.format = format
  if (typeof isLenient === 'boolean') settings.isLenient = isLenient
  return { settings, toolSlugs: Array.isArray(toolSlugs) ? toolSlugs.filter(isText) : [] }
}
