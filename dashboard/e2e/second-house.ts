import { before } from 'node:test'
import { setUpOwner } from './house.ts'
import { seedWorkshop } from './seed.ts'
import { house } from './stage.ts'

before(async () => {
  await Promise.all([setUpOwner(house), seedWorkshop(house)])
})
