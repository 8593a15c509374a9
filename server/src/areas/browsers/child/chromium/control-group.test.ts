import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { createControlGroup, findControlGroup, processorLimit } from './control-group.ts'

/** The files of a kernel with cgroup v2; what it does with them is not played. */
describe('the control group of browsers', () => {
  let root: string
  let service: string
  const files = () => ({ mount: join(root, 'cgroup'), membership: join(root, 'membership') })

  function makeGroup(path: string, available: string, processes = ''): void {
    mkdirSync(path, { recursive: true })
    writeFileSync(join(path, 'cgroup.controllers'), `${available}\n`)
    writeFileSync(join(path, 'cgroup.subtree_control'), '')
    writeFileSync(join(path, 'cgroup.procs'), processes)
  }

  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'stoa-control-group-'))
    service = join(root, 'cgroup/system.slice/stoa.service')
    makeGroup(join(root, 'cgroup'), 'cpu memory pids')
    makeGroup(service, 'cpu memory pids')
    makeGroup(join(service, 'server'), 'cpu', '7\n')
    writeFileSync(files().membership, '0::/system.slice/stoa.service/server\n')
  })
  afterEach(() => rmSync(root, { recursive: true, force: true }))

  it('is made in the group above that of the server, with limits', () => {
    assert.deepEqual(findControlGroup(files()), { kind: 'delegated', folder: service })
    const group = createControlGroup(service, 'browser-1', 1.5)
    group.add([42])
    const read = (name: string) => readFileSync(join(service, 'browser-1', name), 'utf8')
    assert.deepEqual(['cpu.max', 'memory.max', 'pids.max', 'cgroup.procs'].map(read), [
      '150000 100000',
      '2147483648',
      '1000',
      '42',
    ])
    // The last of what was enabled: the file of a kernel adds up what is written.
    assert.equal(readFileSync(join(service, 'cgroup.subtree_control'), 'utf8'), '+pids')
  })

  it('limits what it has controllers for', () => {
    writeFileSync(join(service, 'cgroup.controllers'), 'cpu\n')
    createControlGroup(service, 'browser-2', 1)
    assert.equal(readFileSync(join(service, 'browser-2/cpu.max'), 'utf8'), '100000 100000')
    assert.equal(existsSync(join(service, 'browser-2/memory.max')), false)
  })

  it('is removed with its browser, and a process that has ended is no error', async () => {
    const group = createControlGroup(service, 'browser-3', 1)
    for (const name of ['cpu.max', 'memory.max', 'pids.max']) rmSync(join(service, 'browser-3', name))
    await group.remove()
    assert.equal(existsSync(join(service, 'browser-3')), false)
    group.add([42])
    await group.remove()
  })

  const missing: [string, () => void, RegExp][] = [
    ['there is no cgroup v2', () => rmSync(join(root, 'cgroup/cgroup.controllers')), /no cgroup v2/],
    ['the server is in the root', () => writeFileSync(files().membership, '0::/\n'), /no subgroup/],
    ['the system has version 1', () => writeFileSync(files().membership, '4:cpu:/x\n'), /no subgroup/],
    ['the group is outside', () => writeFileSync(files().membership, '0::/../x\n'), /no subgroup/],
    ['it has no controller', () => writeFileSync(join(service, 'cgroup.controllers'), 'memory\n'), /no cpu/],
    ['others are in it', () => writeFileSync(join(service, 'cgroup.procs'), '7\n'), /processes itself/],
    ['it is not delegated', () => rmSync(join(service, 'cgroup.subtree_control')), /not delegated/],
  ]
  for (const [name, prepare, reason] of missing)
    it(`is missing where ${name}`, () => {
      prepare()
      const found = findControlGroup(files())
      assert.ok(found.kind === 'missing', JSON.stringify(found))
      assert.match(found.reason, reason)
    })

  it('leaves half of the processors to others, and has one in any case', () => {
    assert.deepEqual([processorLimit(1), processorLimit(2), processorLimit(8)], [1, 1, 4])
  })
})
