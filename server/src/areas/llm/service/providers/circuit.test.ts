import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import {
  admits,
  type Circuit,
  circuitState,
  countFailure,
  enter,
  failuresToOpen,
  firstOpenMs,
  maxOpenMs,
  newCircuit,
} from './circuit.ts'

function openedAt(now: number): Circuit {
  const circuit = newCircuit()
  for (let i = 0; i < failuresToOpen; i++) countFailure(circuit, now, false)
  return circuit
}

describe('a circuit', () => {
  test('opens after several failures and lets none pass until its time', () => {
    const circuit = newCircuit()
    for (let i = 1; i < failuresToOpen; i++) countFailure(circuit, 0, false)
    assert.equal(circuitState(circuit, 0), 'closed')
    countFailure(circuit, 0, false)
    assert.equal(circuitState(circuit, firstOpenMs - 1), 'open')
    assert.equal(admits(circuit, firstOpenMs - 1), false)
  })

  test('does not stay open because the clock was set back', () => {
    const circuit = openedAt(3_600_000)
    assert.equal(circuitState(circuit, 3_600_000), 'open')
    assert.equal(circuitState(circuit, 0), 'half_open')
    assert.equal(admits(circuit, 0), true)
  })

  test('half open lets one alone pass', () => {
    const circuit = openedAt(0)
    assert.equal(circuitState(circuit, firstOpenMs), 'half_open')
    assert.equal(enter(circuit, firstOpenMs), true)
    assert.equal(admits(circuit, firstOpenMs), false)
  })

  test('failures of calls that began before it opened do not lengthen the wait', () => {
    const circuit = openedAt(0)
    for (let i = 0; i < 50; i++) countFailure(circuit, i, false)
    assert.equal(circuit.openUntil, firstOpenMs)
  })

  test('the wait grows with every probe that fails, up to a bound', () => {
    const circuit = openedAt(0)
    let last = firstOpenMs
    for (let i = 0; i < 60; i++) {
      const now = circuit.openUntil
      const isProbe = enter(circuit, now)
      countFailure(circuit, now, isProbe)
      const wait = circuit.openUntil - now
      assert.ok(wait >= last && wait <= maxOpenMs)
      last = wait
    }
    assert.equal(last, maxOpenMs)
  })

  test('whatever happens, half open never has two probes and no wait passes the bound', () => {
    // A small seeded generator, so that a failure can be repeated.
    let seed = 12_345
    const next = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return seed % below
    }
    for (let round = 0; round < 200; round++) {
      const circuit = newCircuit()
      const inFlight: boolean[] = []
      let now = 0
      for (let step = 0; step < 200; step++) {
        now += next(20_000)
        if (next(2) === 0 && admits(circuit, now)) inFlight.push(enter(circuit, now))
        else if (inFlight.length > 0) {
          const [isProbe = false] = inFlight.splice(next(inFlight.length), 1)
          if (next(4) > 0) countFailure(circuit, now, isProbe)
          else if (isProbe) circuit.isProbing = false
        }
        assert.ok(inFlight.filter(Boolean).length <= 1)
        assert.ok(circuit.openUntil - now <= maxOpenMs)
        assert.ok(circuit.isProbing === inFlight.includes(true))
      }
    }
  })
})
