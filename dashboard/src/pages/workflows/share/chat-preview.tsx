import { useEffect, useRef, useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { useProject } from '../../../project.ts'
import { tokensPath } from './share-api.ts'

/** The end user whose conversations the preview shows. */
const previewUser = 'embed_preview'

type ChatElement = HTMLElement & { getToken?: () => Promise<{ token: string; expiresAt: string }> }

const scriptPath = '/embed.js'

function loadScript(): void {
  if (document.querySelector(`script[src="${scriptPath}"]`)) return
  const script = document.createElement('script')
  script.src = scriptPath
  document.head.append(script)
}

/** The chat as users see it, with a token of a separate end user. */
export function ChatPreview({ agentId, isActive }: { agentId: string; isActive: boolean }) {
  const [isShown, setShown] = useState(false)
  return (
    <div className="stack">
      <span>
        <Button disabled={!isActive} onClick={() => setShown(!isShown)}>
          {isShown ? 'Hide preview' : 'Preview'}
        </Button>
      </span>
      {!isActive && <p className="muted small">Activate the agent to preview its chat.</p>}
      {isShown && <PreviewFrame agentId={agentId} />}
    </div>
  )
}

function PreviewFrame({ agentId }: { agentId: string }) {
  const { api } = useProject()
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    loadScript()
    const chat: ChatElement = document.createElement('stoa-chat')
    const user = api.as(previewUser)
    chat.getToken = () => user.post(tokensPath, { params: { agentId }, body: {} })
    chat.setAttribute('agent', agentId)
    const { theme } = document.documentElement.dataset
    if (theme) chat.setAttribute('theme', theme)
    place.current?.append(chat)
    return () => chat.remove()
  }, [api, agentId])
  return <div ref={place} />
}
