import { AppError } from '../../../../kernel/errors.ts'
import type { Catalogue } from '../../catalogue/catalogue.ts'
import type { Tokenizer } from '../../providers/tokenizer/tokenizer.ts'
import { countTokens } from '../../providers/tokens.ts'
import type { CountBody, TokenCount } from '../../schema/embedding.ts'
import type { Message } from '../../schema/message.ts'

/** How many tokens a prompt has, without asking anyone. */
export function createTokenCounter({ tokenizer, catalogue }: { tokenizer: Tokenizer; catalogue: Catalogue }) {
  return async function count({
    messages,
    prompt,
    systemPrompt,
    tools,
    model,
  }: CountBody): Promise<TokenCount> {
    if (!messages && prompt === undefined)
      throw new AppError('missing_field', 'messages or prompt is required', {
        details: [{ in: 'body', path: '/messages', rule: 'required', message: 'is required without prompt' }],
      })
    const found = model === undefined ? null : catalogue.find(model)
    const system: Message[] = systemPrompt ? [{ role: 'system', text: systemPrompt }] : []
    const extra = tools && tools.length > 0 ? JSON.stringify(tools) : ''
    // A bare text is counted as it is; messages have a few tokens around each.
    const isBare = messages === undefined && !systemPrompt && extra === ''
    const all = [
      ...system,
      ...(messages ?? [{ role: 'user' as const, content: [{ type: 'text' as const, text: prompt! }] }]),
    ]
    const tokens = isBare ? await tokenizer.count(prompt!) : await countTokens(tokenizer, all, extra)
    return {
      tokens,
      encoding: 'o200k_base',
      isExact: found === null ? false : found.provider === 'openai' || found.provider === 'local',
      model: found?.modelId ?? model ?? null,
      contextLength: found?.contextLength ?? null,
    }
  }
}

export type TokenCounter = ReturnType<typeof createTokenCounter>
