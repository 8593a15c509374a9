import { TriggerMenu } from '../../../features/triggers/actions/trigger-menu.tsx'
import { useEditor, useEditorState } from '../canvas/editor-context.ts'
import { TriggerBody } from './trigger-card.tsx'
import { triggerNodeId } from './trigger-elements.ts'

/** The triggers in the list of nodes: before the start, as on the canvas. */
export function TriggerRows() {
  const { triggers, openTrigger, isReadOnly } = useEditor()
  const { selectedTrigger } = useEditorState()
  return triggers.map((trigger) => {
    const isSelected = trigger.triggerId === selectedTrigger
    return (
      <li
        key={trigger.triggerId}
        className="node-row"
        data-row=""
        data-depth={0}
        data-selected={isSelected ? '' : undefined}
      >
        <button
          type="button"
          className="node-row-open"
          data-row-link=""
          data-node={triggerNodeId(trigger.triggerId)}
          aria-current={isSelected ? 'true' : undefined}
          onClick={() => openTrigger(trigger.triggerId)}
        >
          <TriggerBody trigger={trigger} />
        </button>
        {!isReadOnly && <TriggerMenu trigger={trigger} />}
      </li>
    )
  })
}
