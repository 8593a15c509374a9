import { type CallRequest, noParameters, type Parameters } from './call-request.ts'

/** One prompt of an area above, outside of any conversation. What is left out has its default. */
export type TextRequest = Pick<CallRequest, 'model' | 'subject'> &
  Partial<Pick<CallRequest, 'isStreamed' | 'dropsEffort'>> & {
    system: string | null
    prompt: string
    parameters: Partial<Parameters>
  }

/** Settings that the chosen model does not have are dropped: the caller does not know which model the project prefers. */
export const textRequest = ({ system, prompt, parameters, ...request }: TextRequest): CallRequest => ({
  kind: 'chat',
  messages: [
    ...(system === null ? [] : [{ role: 'system' as const, text: system }]),
    { role: 'user' as const, content: [{ type: 'text' as const, text: prompt }] },
  ],
  parameters: { ...noParameters, ...parameters },
  fallbackModels: [],
  dropsUnsupported: true,
  isStreamed: false,
  holdId: null,
  metadata: {},
  ...request,
})
