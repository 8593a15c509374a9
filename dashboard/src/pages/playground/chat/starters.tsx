import MessagesSquare from 'lucide-react/icons/messages-square'
import { Button } from '../../../components/actions/button.tsx'
import type { Draft } from './draft.ts'
import { exampleTools } from './example-tools.ts'

const starters: { title: string; patch: Partial<Draft> }[] = [
  { title: 'Say hello', patch: { text: '/say Hello from **Stoa**: this came word by word.' } },
  {
    title: 'Ask about a document',
    patch: {
      system: 'The harbour opens at six. The ferry leaves at half past seven, except on Sundays.',
      text: 'When does the ferry leave?',
    },
  },
  {
    title: 'Structured output',
    patch: { format: 'schema', text: 'Which city has the most bridges?' },
  },
  { title: 'Call a tool', patch: { tools: exampleTools, text: '/call weather {"city": "Lisbon"}' } },
]

/** Before the first word. The beginnings work with the offline model as well, which follows words such as /say. */
export const Starters = ({ onChoose }: { onChoose(patch: Partial<Draft>): void }) => (
  <div className="starters">
    <MessagesSquare size={24} aria-hidden />
    <h2>Start a conversation</h2>
    <p className="muted">
      Responses stream in here with tokens, cost and latency. Without a configured provider, the offline demo
      model responds. It is not a language model and follows commands such as <code>/say</code>.
    </p>
    <div className="row starters-list">
      {starters.map(({ title, patch }) => (
        <Button key={title} onClick={() => onChoose(patch)}>
          {title}
        </Button>
      ))}
    </div>
  </div>
)
