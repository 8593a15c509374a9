import MessagesSquare from 'lucide-react/icons/messages-square'
import { Button } from '../../parts/button.tsx'
import type { Draft } from './draft.ts'
import { exampleTools } from './example-tools.ts'

const starters: { title: string; patch: Partial<Draft> }[] = [
  { title: 'Say hello', patch: { text: '/say Hello from **Stoa**: this came word by word.' } },
  {
    title: 'Ask about a text',
    patch: {
      system: 'The harbour opens at six. The ferry leaves at half past seven, except on Sundays.',
      text: 'When does the ferry leave?',
    },
  },
  {
    title: 'Answer in a schema',
    patch: { format: 'schema', text: 'Which city has the most bridges?' },
  },
  { title: 'Call a tool', patch: { tools: exampleTools, text: '/call weather {"city": "Lisbon"}' } },
]

/** Before the first word. The beginnings work with the offline model as well, which follows words such as /say. */
export const Starters = ({ onChoose }: { onChoose(patch: Partial<Draft>): void }) => (
  <div className="starters">
    <MessagesSquare size={24} aria-hidden />
    <h2>Say something</h2>
    <p className="muted">
      The answer streams in here, with its tokens, its price and how long it took. Without a provider that is
      set up the offline model answers: it is no language model, and follows words such as <code>/say</code>.
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
