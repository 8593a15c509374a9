import assert from 'node:assert/strict'
import { it } from 'node:test'
import { addressGroup } from './address-group.ts'

it('an IPv4 address is its own group, also in IPv6 notation', () => {
  for (const ip of ['192.0.2.7', '::ffff:192.0.2.7']) assert.equal(addressGroup(ip), '192.0.2.7')
})

it('addresses of one /64 are one group, however they are written', () => {
  for (const ip of ['2001:db8::1', '2001:DB8:0:0:ffff::2', '2001:0db8:0000:0000:1:2:3:4', '2001:db8::1%eth0'])
    assert.equal(addressGroup(ip), '2001:db8:0:0::/64')
  assert.notEqual(addressGroup('2001:db8:0:1::1'), addressGroup('2001:db8::1'))
  assert.equal(addressGroup('::1'), '0:0:0:0::/64')
})
