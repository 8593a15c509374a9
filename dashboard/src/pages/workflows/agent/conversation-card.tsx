import Plus from 'lucide-react/icons/plus'
import X from 'lucide-react/icons/x'
import { useRef } from 'react'
import { Button, IconButton } from '../../../components/actions/button.tsx'
import { AreaField, Checkbox } from '../../../components/form/field.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { useAgent } from './agent-context.ts'
import { withCapability } from './agent-draft.ts'

const mostStarters = 8

/** What a user sees first, and what the agent remembers of users. */
export function ConversationCard() {
  const { agent, change } = useAgent()
  const memory = agent.capabilities?.longTermMemory ?? {}
  const put = (patch: object) => change(withCapability(agent, 'longTermMemory', { ...memory, ...patch }))
  return (
    <Card title="Conversation">
      <Starters />
      <Checkbox
        label="Memory"
        hint="Stores facts about a user for later conversations; users can see and delete them."
        isOn={memory.enabled === true}
        onChange={(enabled) => put({ enabled })}
      />
      {memory.enabled === true && (
        <AreaField
          label="What to remember"
          name="memoryInstructions"
          rows={2}
          value={memory.instructions ?? ''}
          placeholder="Preferences and the products that a user owns."
          onChange={(instructions) => put({ instructions })}
        />
      )}
    </Card>
  )
}

function Starters() {
  const { agent, change, isReadOnly } = useAgent()
  const list = useRef<HTMLFieldSetElement>(null)
  const starters = agent.starterPrompts ?? []
  const put = (starterPrompts: string[]) => change({ ...agent, starterPrompts })
  const add = () => {
    put([...starters, ''])
    requestAnimationFrame(() => [...(list.current?.querySelectorAll('input') ?? [])].at(-1)?.focus())
  }
  return (
    <fieldset className="agent-starters" ref={list}>
      <legend className="field-label">Starter messages</legend>
      {starters.map((text, at) => (
        // By place: the text changes while it is typed.
        <div key={at} className="agent-starter">
          <input
            className="input"
            aria-label={`Starter message ${at + 1}`}
            value={text}
            maxLength={200}
            onChange={(event) => put(starters.with(at, event.target.value))}
          />
          {!isReadOnly && (
            <IconButton
              label={`Remove starter message ${at + 1}`}
              icon={<X size={14} aria-hidden />}
              onClick={() => put(starters.toSpliced(at, 1))}
            />
          )}
        </div>
      ))}
      {!isReadOnly && starters.length < mostStarters && (
        <span>
          <Button icon={<Plus size={14} aria-hidden />} onClick={add}>
            Add message
          </Button>
        </span>
      )}
    </fieldset>
  )
}
