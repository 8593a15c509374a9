import assert from 'node:assert/strict'
import { after } from 'node:test'
import { startTestApp } from '../harness.ts'
import { base } from './api.ts'

/** A workflow with one tool. */
export const graph = {
  nodes: [
    { id: 'start', type: 'start' },
    {
      id: 'shout',
      type: 'action',
      toolSlug: 'text_change_case',
      inputMapping: { text: '{{ input.name }}', to: 'upper' },
    },
    { id: 'end', type: 'end', output: '{{ nodes.shout.output.text }}' },
  ],
  edges: [
    { from: 'start', to: 'shout' },
    { from: 'shout', to: 'end' },
  ],
}

/** An app with a project in which definitions are created. It stops with the test file. */
export async function startDefinitionsApp() {
  const app = await startTestApp({ hasPieces: false })
  after(() => app.stop())
  const project = await app.newProject()
  return {
    app,
    project,
    async made(body: object = { graph }, caller = project.admin) {
      const answer = await caller.post(`${base}/create`, body)
      assert.equal(answer.status, 200, answer.text)
      return answer.body.data
    },
  }
}
