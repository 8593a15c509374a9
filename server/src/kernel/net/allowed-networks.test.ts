import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createAdmission, parseAllowedNetworks } from './allowed-networks.ts'

describe('parseAllowedNetworks', () => {
  it('reads networks with and without ports', () => {
    assert.deepEqual(
      parseAllowedNetworks('10.0.0.5/32, 127.0.0.1/32:4500 ,[fd00::]/8,[::1]:80,fd12::/16:443,10.1.1.1:9'),
      [
        { cidr: '10.0.0.5/32', port: null },
        { cidr: '127.0.0.1/32', port: 4500 },
        { cidr: 'fd00::/8', port: null },
        { cidr: '::1/128', port: 80 },
        { cidr: 'fd12::/16', port: 443 },
        { cidr: '10.1.1.1/32', port: 9 },
      ],
    )
  })

  it('reads nothing from nothing', () => {
    assert.deepEqual(parseAllowedNetworks(' , '), [])
  })

  const faults: [string, RegExp][] = [
    ['localhost', /not an IP address/],
    ['10.0.0', /not an IP address/],
    ['0x7f.0.0.1', /not an IP address/],
    ['[10.0.0.1]/32', /not an IP address/],
    ['[fe80::1%eth0]/128', /not an IP address/],
    ['10.0.0.1/32:', /not an IP address/],
    ['10.0.0.1/-1', /not an IP address/],
    ['10.0.0.1 10.0.0.2', /not an IP address/],
    ['10.0.0.1/33', /too long/],
    ['[fd00::]/129', /too long/],
    ['10.0.0.5/8', /10\.0\.0\.0\/8\?/],
    ['fd00::1:4500', /brackets/],
    ['10.0.0.1/32:0', /port/],
    ['10.0.0.1/32:65536', /port/],
  ]
  for (const [text, reason] of faults) {
    it(`refuses "${text}" and names it`, () => {
      assert.throws(
        () => parseAllowedNetworks(`10.9.9.9,${text}`),
        (error: Error) => {
          assert.match(error.message, reason)
          assert.ok(error.message.includes(`"${text}"`))
          return true
        },
      )
    })
  }
})

describe('createAdmission', () => {
  const admitsWith = (list: string) => createAdmission(parseAllowedNetworks(list), [80, 443])

  it('admits public addresses on the usual ports only', () => {
    const admits = admitsWith('')
    assert.equal(admits('8.8.8.8', 80), true)
    assert.equal(admits('2606:4700::1', 443), true)
    assert.equal(admits('8.8.8.8', 22), false)
    assert.equal(admits('127.0.0.1', 80), false)
    assert.equal(admits('example.com', 80), false)
  })

  it('opens exactly the listed address and port', () => {
    const admits = admitsWith('10.0.0.5/32:4500')
    assert.equal(admits('10.0.0.5', 4500), true)
    assert.equal(admits('10.0.0.5', 4501), false)
    assert.equal(admits('10.0.0.5', 80), false)
    assert.equal(admits('10.0.0.6', 4500), false)
    assert.equal(admits('::ffff:10.0.0.5', 4500), false)
  })

  it('opens every port of an entry without one', () => {
    const admits = admitsWith('10.0.0.0/24')
    assert.equal(admits('10.0.0.77', 11_434), true)
    assert.equal(admits('10.0.1.77', 11_434), false)
  })

  it('opens another port of a public address when it is listed', () => {
    assert.equal(admitsWith('8.8.8.8:9000')('8.8.8.8', 9000), true)
  })

  it('judges the IPv4 address inside an opened NAT64 network by itself', () => {
    const admits = admitsWith('[64:ff9b::]/96')
    assert.equal(admits('64:ff9b::8.8.8.8', 443), true)
    assert.equal(admits('64:ff9b::169.254.169.254', 443), false)
  })

  it('keeps mapped addresses closed when all of IPv6 is opened', () => {
    const admits = admitsWith('[::]/0')
    assert.equal(admits('fd00::1', 80), true)
    assert.equal(admits('::ffff:127.0.0.1', 80), false)
  })
})
