// Beside the other files, on its own server: no agent is there before the first test.
import { before } from 'node:test'
import { testServer } from './harness/browser.ts'
import { setUpOwner } from './harness/test-server.ts'
import './cases/chat.ts'
import './cases/embed.ts'
import './cases/inbox.ts'
import './cases/react-clients.ts'

before(() => setUpOwner(testServer))
