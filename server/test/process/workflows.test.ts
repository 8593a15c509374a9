import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { test } from 'node:test'
import { inLongRun } from '../size.ts'
import { until } from '../until.ts'
import { externalSettings } from './external-database.ts'
import { makeInstallation, type Server } from './stoa.ts'

const base = '/workflow/manager'
const env = {
  STOA_RATE_LIMIT: '1000000',
  LOG_LEVEL: 'fatal',
  STOA_ALLOW_PRIVATE: '127.0.0.0/8',
  STOA_PIECES: '0',
}

const shout = {
  id: 'shout',
  type: 'action',
  toolSlug: 'text_change_case',
  inputMapping: { text: '{{ input.name }}', to: 'upper' },
}

async function newWorkflow(server: Server, nodes: { id: string }[], output: string): Promise<string> {
  const all = [{ id: 'start', type: 'start' }, ...nodes, { id: 'end', type: 'end', output }]
  const edges = all.slice(1).map(({ id }, index) => ({ from: all[index]!.id, to: id }))
  const created = await server.call('POST', `${base}/create`, { name: 'Flow', graph: { nodes: all, edges } })
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const { id } = created.body.data
  const active = await server.call('PATCH', `${base}/activeStatus/${id}`, { activeStatus: true })
  assert.equal(active.status, 200, JSON.stringify(active.body))
  return id
}

test(
  'kill -9: executions that were acknowledged with their output are there, with the same output',
  inLongRun,
  async (t) => {
    const installation = await makeInstallation(t)
    const settings = { ...(await externalSettings()), STOA_DATA_DIR: installation.dataDir, ...env }
    const server = await installation.start(settings)
    const id = await newWorkflow(server, [shout], '{{ nodes.shout.output.text }}')
    const acknowledged = new Map<string, string>()
    const keepExecuting = async (worker: number) => {
      for (let i = 0; ; i++) {
        const body = { input: { name: `w${worker}-${i}` }, wait: 30_000 }
        const response = await server.call('POST', `${base}/execute/${id}`, body).catch(() => null)
        if (response?.status !== 200) return
        if (response.body.data.status === 'completed')
          acknowledged.set(response.body.data.executionId, response.body.data.outputData)
      }
    }
    const load = [1, 2, 3].map(keepExecuting)
    await until(() => acknowledged.size > 20, 'the first outputs')
    assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')
    await Promise.all(load)

    const again = await installation.start(settings)
    for (const [executionId, output] of acknowledged) {
      const { status, body } = await again.call('GET', `${base}/executions/${executionId}`)
      assert.equal(status, 200)
      assert.deepEqual([body.data.status, body.data.outputData], ['completed', output])
    }
    await again.stop()
  },
)

test(
  'kill -9 while it waits for a human: the execution is resumed after the restart, and the action ran once',
  inLongRun,
  async (t) => {
    let sent = 0
    const outside = createServer((_request, response) => {
      sent++
      response.setHeader('content-type', 'application/json').end('{"ok":true}')
    })
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve))
    t.after(() => outside.close())
    const url = `http://127.0.0.1:${(outside.address() as AddressInfo).port}/`
    const installation = await makeInstallation(t)
    const settings = { ...(await externalSettings()), STOA_DATA_DIR: installation.dataDir, ...env }
    const server = await installation.start(settings)
    const send = { id: 'send', type: 'http', method: 'POST', url, body: { name: '{{ input.name }}' } }
    const approve = { id: 'approve', type: 'human_wait', humanMessage: 'Go on?' }
    const id = await newWorkflow(server, [send, approve], '{{ nodes.send.output.body.ok }}')
    const body = { input: { name: 'Ada' }, wait: 30_000 }
    const executed = await server.call('POST', `${base}/execute/${id}`, body)
    const { executionId, threadId, status } = executed.body.data
    assert.equal(status, 'paused')
    assert.equal((await server.stop('SIGKILL')).signal, 'SIGKILL')

    const again = await installation.start(settings)
    const resume = () =>
      again.call('POST', `${base}/executions/thread/${threadId}/resume`, { resumeValue: { approved: true } })
    assert.equal((await resume()).status, 200)
    assert.equal((await resume()).status, 409)
    const ended = await until(async () => {
      const found = await again.call('GET', `${base}/executions/${executionId}`)
      return found.body.data.status === 'completed' && found.body.data
    }, 'the end of the execution')
    assert.equal(ended.outputData, true)
    assert.equal(sent, 1)
    await again.stop()
  },
)
