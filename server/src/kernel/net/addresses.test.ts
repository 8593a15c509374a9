import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { embeddedIpv4, isPublicAddress, parseAddress } from './addresses.ts'

describe('isPublicAddress', () => {
  const inside = [
    '0.0.0.0',
    '10.255.255.255',
    '100.64.0.1',
    '100.127.255.254',
    '127.0.0.1',
    '127.255.255.255',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.0.0.192',
    '192.0.2.1',
    '192.88.99.1',
    '192.168.1.1',
    '198.18.0.1',
    '198.19.255.255',
    '198.51.100.7',
    '203.0.113.7',
    '224.0.0.1',
    '239.255.255.255',
    '240.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::7f00:1',
    '::ffff:8.8.8.8',
    '::ffff:127.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
    '100::1',
    '2001::1',
    '2001:10::1',
    '2001:20::1',
    '2001:db8::1',
    '2002:808:808::',
    '2002:a9fe:a9fe::',
    '3fff::1',
    '5f00::1',
    'fc00::1',
    'fd00:ec2::254',
    'fe80::1',
    'fe80::1%eth0',
    'fec0::1',
    'ff02::1',
  ]
  for (const ip of inside) it(`is false for ${ip}`, () => assert.equal(isPublicAddress(ip), false))

  const outside = [
    '1.1.1.1',
    '8.8.8.8',
    '100.63.255.255',
    '100.128.0.1',
    '172.15.255.255',
    '172.32.0.1',
    '192.0.1.1',
    '198.17.255.255',
    '198.20.0.1',
    '223.255.255.255',
    '2001:4860:4860::8888',
    '2606:4700:4700::1111',
    '2a00:1450:4001:81b::200e',
  ]
  for (const ip of outside) it(`is true for ${ip}`, () => assert.equal(isPublicAddress(ip), true))

  for (const text of [
    '',
    'localhost',
    '8.8.8',
    '0x8.8.8.8',
    '010.8.8.8',
    '134744072',
    '8.8.8.8/32',
    '[2606::1]',
  ]) {
    it(`is false for "${text}", which is not an address`, () => assert.equal(isPublicAddress(text), false))
  }
})

describe('embeddedIpv4', () => {
  const forms: [string, string | null][] = [
    ['::ffff:10.1.2.3', '10.1.2.3'],
    ['::ffff:0:10.1.2.3', '10.1.2.3'],
    ['64:ff9b::10.1.2.3', '10.1.2.3'],
    ['2002:a01:203::1', '10.1.2.3'],
    ['2001:0:1:2:3:4:f5fe:fdfc', '10.1.2.3'],
    ['2606:4700::1', null],
    ['10.1.2.3', null],
  ]
  for (const [ip, inner] of forms) {
    it(`finds ${inner} in ${ip}`, () =>
      assert.equal(embeddedIpv4(parseAddress(ip)!)?.toString() ?? null, inner))
  }
})
