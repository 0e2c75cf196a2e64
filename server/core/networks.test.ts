import { expect, test } from 'vitest'
import { networkOf, proxiesIn } from './networks.ts'

const from = (ip: string, remoteAddress?: string) =>
  networkOf({ ip, socket: remoteAddress === undefined ? {} : { remoteAddress } })

test('IPv4 counts by address, in whatever form it comes', () => {
  expect(from('192.0.2.7')).toBe('192.0.2.7')
  expect(from('::ffff:192.0.2.7')).toBe('192.0.2.7')
  expect(from('::ffff:c000:207')).toBe('192.0.2.7')
})

test('IPv6 counts by its first 64 bits', () => {
  const one = from('2001:db8:1:2:3:4:5:6')
  expect(one).toBe('2001:db8:1:2::/64')
  for (const same of ['2001:db8:1:2::', '2001:0DB8:0001:0002:ffff:ffff:ffff:ffff', '2001:db8:1:2::1%eth0'])
    expect(from(same), same).toBe(one)
  expect(from('2001:db8:1:3::1')).not.toBe(one)
  expect(from('::1')).toBe('0:0:0:0::/64')
})

test('what is no address counts as the connection’s', () => {
  for (const odd of ['', 'hello', '1.2.3', '999.1.1.1', 'unknown', '1.2.3.4:80', 'x'.repeat(5000)])
    expect(from(odd, '127.0.0.1'), odd).toBe('127.0.0.1')
  expect(from('')).toBe('unknown')
})

test('a proxy is on this machine, or is named', () => {
  const isProxy = proxiesIn(['10.1.2.3', '10.2.0.0/16', '2001:db8::/48'])
  for (const proxy of ['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1', '10.1.2.3', '10.2.9.9', '2001:db8::7'])
    expect(isProxy(proxy), proxy).toBe(true)
  for (const other of ['10.1.2.4', '10.3.0.1', '2001:db8:1::7', '::2', '192.0.2.1', '', 'unknown'])
    expect(isProxy(other), other).toBe(false)
})
