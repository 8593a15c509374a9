import { openObject } from '../../../kernel/http/shapes.ts'

/** What an agent is: its prompt, model, tools and behavior. */
export const AgentInput = openObject()
