import type { LlmProvider } from '@stoa/sdk'
import { Status } from '../../components/feedback/status.tsx'
import { ServiceLogo } from '../toolkits/logos/service-logo.tsx'

/** Whether it can be called, and by whose settings. */
export function ProviderState({ provider: { source, isConfigured, isEnabled } }: { provider: LlmProvider }) {
  if (source === 'built-in') return <Status kind="good">Built in</Status>
  if (source === 'project' && !isEnabled) return <Status kind="off">Disabled</Status>
  if (source === 'project' && !isConfigured) return <Status kind="warn">Key missing</Status>
  if (source === 'project') return <Status kind="good">Configured by the project</Status>
  if (source === 'environment') return <Status kind="good">Configured by the operator</Status>
  return <Status kind="off">Not configured</Status>
}

const providerNames: Record<string, string> = {
  local: 'Offline demo',
  openai: 'OpenAI',
  anthropic: 'Anthropic',
  google: 'Google',
  'google-vertex': 'Google Vertex AI',
  meta: 'Meta',
  xiaomi: 'Xiaomi',
  mistral: 'Mistral',
  groq: 'Groq',
  xai: 'xAI',
  deepseek: 'DeepSeek',
  openrouter: 'OpenRouter',
  'amazon-bedrock': 'Amazon Bedrock',
  azure: 'Azure OpenAI',
  cerebras: 'Cerebras',
  cohere: 'Cohere',
  fireworks: 'Fireworks',
  minimax: 'MiniMax',
  moonshotai: 'Moonshot AI',
  together: 'Together',
  zai: 'Z.ai',
  ollama: 'Ollama',
  compatible: 'OpenAI-compatible server',
}

export const providerName = (name: string): string => providerNames[name] ?? name

export const ProviderName = ({ name }: { name: string }) => (
  <span className="provider-name">
    <ServiceLogo slug={name} name={providerName(name)} size="small" />
    <span>
      {providerName(name)}
      <span className="muted small mono">{name}/…</span>
    </span>
  </span>
)
