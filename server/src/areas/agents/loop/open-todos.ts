import { todoStatuses, todoToolName } from '../offered/todo.ts'
import { callsOf } from '../schema/message.ts'
import { addEntry, type Loop } from './loop.ts'

const maxReminders = 2
const completed = todoStatuses.at(-1)

/** Whether a response is sent back because the list, which is strict, has open items; the model is called again then. */
export function returnsToTodos(loop: Loop, hasTools: boolean): boolean {
  const { todoList } = loop.turn.agent.capabilities ?? {}
  if (!hasTools || !todoList?.enabled || !todoList.strict || loop.reminders >= maxReminders) return false
  const open = openTodos(loop)
  if (open.length === 0) return false
  loop.reminders++
  const content = `The list of todos has open items: ${open.join('; ')}. Complete them, or update the list with ${todoToolName} and say why they stay open.`
  addEntry(loop, {
    message: { id: `todos:${loop.reminders}`, role: 'human', content },
    // The items are words of the model, not of the user.
    taint: loop.taint,
  })
  return true
}

/** Of the last list of this turn. A list of an earlier one may wait for the user. */
function openTodos({ all, context }: Loop): string[] {
  const calls = all.flatMap(({ message }) =>
    message.id.startsWith(`${context.run.id}:`)
      ? callsOf(message).filter(({ name }) => name === todoToolName)
      : [],
  )
  const { todos } = (calls.at(-1)?.arguments ?? {}) as { todos?: unknown }
  if (!Array.isArray(todos)) return []
  return todos.flatMap((todo: { content?: unknown; status?: unknown } | null) =>
    todo?.status === completed ? [] : [String(todo?.content ?? '').slice(0, 200)],
  )
}
