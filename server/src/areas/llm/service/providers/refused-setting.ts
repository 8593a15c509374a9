import type { SettingNames } from '../../schema/call-request.ts'

/** What providers call the settings. */
const settings: Readonly<Record<string, keyof SettingNames>> = {
  max_tokens: 'maxTokens',
  max_completion_tokens: 'maxTokens',
  max_output_tokens: 'maxTokens',
  messages: 'messages',
  input: 'messages',
  parallel_tool_calls: 'parallelToolCalls',
  frequency_penalty: 'frequencyPenalty',
  presence_penalty: 'presencePenalty',
  reasoning_effort: 'reasoningEffort',
  'reasoning.effort': 'reasoningEffort',
  response_format: 'responseFormat',
  'text.format': 'responseFormat',
  seed: 'seed',
  stop: 'stop',
  stop_sequences: 'stop',
  temperature: 'temperature',
  tool_choice: 'toolChoice',
  tools: 'tools',
  top_k: 'topK',
  top_p: 'topP',
}

/** A setting that a provider refuses, and what it says of it, by the name that the caller has sent. */
export function refusedSetting(
  theirs: string | null,
  message: string,
  names: SettingNames = {},
): { name: string | null; message: string } {
  const setting = theirs !== null && Object.hasOwn(settings, theirs) ? settings[theirs]! : null
  if (theirs === null || setting === null) return { name: null, message }
  const name = names[setting] ?? setting
  return { name, message: message.includes(name) ? message : message.replaceAll(theirs, name) }
}
