import { before } from 'node:test'
import { seedToolsServer } from '../seed/seed.ts'
import { testServer } from './browser.ts'
import { setUpOwner } from './test-server.ts'

before(async () => {
  await Promise.all([setUpOwner(testServer), seedToolsServer(testServer)])
})
