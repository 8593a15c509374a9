import BotMessageSquare from 'lucide-react/icons/bot-message-square'
import { Button } from '../../../components/actions/button.tsx'
import { errorMessage } from '../../../components/feedback/error-alert.tsx'
import { toasts } from '../../../components/feedback/toast-store.ts'
import { detailPath } from '../../../features/workflows/workflows-api.ts'
import { useRead } from '../../../project.ts'

/** How conversations with the agent may begin. */
export function Starters({
  agentId,
  onChoose,
}: {
  agentId: string
  onChoose(text: string): Promise<unknown>
}) {
  const { data } = useRead(['workflows', 'detail', agentId], (api, signal) =>
    api.get(detailPath, { params: { id: agentId }, signal }),
  )
  const prompts = data?.agent?.starterPrompts ?? []
  return (
    <div className="starters">
      <BotMessageSquare size={24} aria-hidden />
      <h2>{data ? `Talk to ${data.name}` : 'Start a conversation'}</h2>
      <p className="muted">
        {data?.description ||
          'Responses stream in here, with the tools the agent calls and what each turn costs.'}
      </p>
      <div className="row starters-list">
        {prompts.map((prompt) => (
          <Button
            key={prompt}
            onClick={() => void onChoose(prompt).catch((error) => toasts.error(errorMessage(error)))}
          >
            {prompt}
          </Button>
        ))}
      </div>
    </div>
  )
}
