import Plus from 'lucide-react/icons/plus'
import { useState } from 'react'
import { Button } from '../../../components/actions/button.tsx'
import { Checkbox } from '../../../components/form/field.tsx'
import { SegmentedControl } from '../../../components/form/segmented-control.tsx'
import { Card } from '../../../components/layout/page.tsx'
import { ToolHints } from '../../../features/tools/tool-hints.tsx'
import { ToolPicker } from '../../../features/tools/tool-picker.tsx'
import { toolPath } from '../../../features/tools/tools-api.ts'
import { useRead } from '../../../project.ts'
import { useAgent } from './agent-context.ts'
import { type ApprovalRule, approvalOf, withApproval, withoutTool, withTool } from './agent-draft.ts'
import { ItemList, ItemRow } from './item-list.tsx'

const modes = [
  { value: 'NORMAL', label: 'Selected tools' },
  { value: 'META', label: 'Search for tools' },
]

/** What the agent can call, and when a human decides about a call. */
export function ToolsCard() {
  const { agent, change, isReadOnly } = useAgent()
  const [isPicking, setPicking] = useState(false)
  const { mode, pinnedSlugs = [], discoveryWhitelist = false } = agent.tools
  const isMeta = mode === 'META'
  return (
    <Card
      title="Tools"
      actions={
        !isReadOnly && (
          <Button icon={<Plus size={14} aria-hidden />} onClick={() => setPicking(true)}>
            Add tool
          </Button>
        )
      }
    >
      <SegmentedControl
        label="How the agent finds tools"
        value={mode}
        choices={modes}
        onChange={(next) => change({ ...agent, tools: { ...agent.tools, mode: next as typeof mode } })}
      />
      {isMeta && (
        <Checkbox
          label="Only the tools below"
          hint="The search finds these and no others of the project."
          isOn={discoveryWhitelist}
          onChange={(isOn) => change({ ...agent, tools: { ...agent.tools, discoveryWhitelist: isOn } })}
        />
      )}
      {pinnedSlugs.length === 0 ? (
        <p className="muted">
          {isMeta ? 'The agent searches all tools of the project.' : 'Without tools the agent only answers.'}
        </p>
      ) : (
        <ItemList>
          {pinnedSlugs.map((slug) => (
            <ToolRow key={slug} slug={slug} />
          ))}
        </ItemList>
      )}
      {isPicking && (
        <ToolPicker onPick={(slug) => change(withTool(agent, slug))} onClose={() => setPicking(false)} />
      )}
    </Card>
  )
}

const rules: readonly { value: ApprovalRule; label: string }[] = [
  { value: 'auto', label: 'Ask when risky' },
  { value: 'ask', label: 'Always ask the team' },
  { value: 'ask_user', label: 'Always ask the user' },
  { value: 'ask_both', label: 'Always ask, either decides' },
  { value: 'never', label: 'Never ask' },
]

function ToolRow({ slug }: { slug: string }) {
  const { agent, change } = useAgent()
  const { data, error } = useRead(['tools', 'one', slug], (api, signal) =>
    api.get(toolPath, { params: { id: slug }, signal }),
  )
  const name = data?.name ?? slug
  return (
    <ItemRow
      name={name}
      text={
        <div className="agent-tool-text">
          <span className="agent-tool-name">
            {name} {data && <ToolHints tool={data} />}
          </span>
          <span className="muted small truncate">
            {error ? 'This tool does not exist anymore.' : (data?.toolkitSlug ?? slug)}
          </span>
        </div>
      }
      rule={{
        label: 'Approval of',
        value: approvalOf(agent, slug),
        options: rules,
        onChange: (rule) => change(withApproval(agent, slug, rule)),
      }}
      onRemove={() => change(withoutTool(agent, slug))}
    />
  )
}
