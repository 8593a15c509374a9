import { createRoot } from 'react-dom/client'
import { ChatPage } from './chat-page.tsx'
import { StreamPage } from './stream-page.tsx'

// The page of a developer who uses another package's hook with a chat token of ours.
const query = new URLSearchParams(location.search)
const server = query.get('server')!
const agent = query.get('agent')!
const { token } = await (await fetch(`/token?agent=${agent}`)).json()
const root = createRoot(document.querySelector('#root')!)

if (query.get('hook') === 'useStream')
  root.render(
    <StreamPage
      apiUrl={`${server}/api/v1/langgraph`}
      token={token}
      agent={agent}
      threadId={query.get('thread')}
    />,
  )
else {
  const api = `${server}/api/v1/chat/${agent}/ui`
  const chatId = query.get('chat')!
  const headers = { authorization: `Bearer ${token}` }
  const { data } = await (await fetch(`${api}/${chatId}/messages`, { headers })).json()
  root.render(<ChatPage api={api} token={token} chatId={chatId} messages={data} />)
}
