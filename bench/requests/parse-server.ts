import { existsSync } from 'node:fs'
import pg from 'pg'
import { ask, forkChild } from '../children.ts'
import type { Product } from '../product.ts'
import { documentCount, documentId, newDocument } from './scenarios.ts'

/**
 * The peer for documents, on the same database server in a separate database, behind the same requests. Only where it is
 * installed; it has no counterpart of the other requests.
 */
export async function startParseServer(
  cleanup: AsyncDisposableStack,
  { database }: Product,
  signal: AbortSignal,
): Promise<{ name: string; url: string; pid: number; only: string }[]> {
  if (!existsSync(new URL('rivals/node_modules', import.meta.url))) {
    console.log('parse-server is not installed: npm ci --ignore-scripts --prefix bench/requests/rivals\n')
    return []
  }
  const separate = 'bench_parse_server'
  const admin = new pg.Client(database)
  await admin.connect()
  await admin.query(`create database ${separate}`)
  await admin.end()
  const child = forkChild(cleanup, 'requests/rivals/parse-server.mjs')
  const ids = Array.from({ length: documentCount }, (_, i) => documentId(i + 1))
  const settings = { database: { ...database, database: separate }, ids, document: newDocument() }
  const reply = await ask<{ url: string } | { fault: string }>(child, settings, signal)
  if ('fault' in reply) throw new Error(`parse-server: ${reply.fault}`)
  return [{ name: 'parse-server', url: reply.url, pid: child.pid!, only: 'document' }]
}
