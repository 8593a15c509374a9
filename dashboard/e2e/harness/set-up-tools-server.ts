import { before } from 'node:test'
import { seedWorkshop } from '../seed/seed.ts'
import { house } from './browser.ts'
import { setUpOwner } from './test-server.ts'

before(async () => {
  await Promise.all([setUpOwner(house), seedWorkshop(house)])
})
